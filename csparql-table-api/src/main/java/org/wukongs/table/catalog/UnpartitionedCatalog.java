package org.wukongs.table.catalog;

import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.AbstractCatalog;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogPartition;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.FunctionNotExistException;
import org.apache.flink.table.catalog.exceptions.PartitionNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotPartitionedException;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.expressions.Expression;

/** Base of a catalog without partitions, functions and statistics. */
@Internal
abstract class UnpartitionedCatalog extends AbstractCatalog {

    UnpartitionedCatalog(String name, String defaultDatabase) {
        super(name, defaultDatabase);
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException(
                "A catalog of type 'wukongs' does not support " + what + ".");
    }

    @Override
    public final void alterDatabase(String name, CatalogDatabase database, boolean ignore) {
        throw unsupported("ALTER DATABASE");
    }

    @Override
    public final List<CatalogPartitionSpec> listPartitions(ObjectPath path)
            throws TableNotPartitionedException {
        throw new TableNotPartitionedException(getName(), path);
    }

    @Override
    public final List<CatalogPartitionSpec> listPartitions(
            ObjectPath path, CatalogPartitionSpec partition) throws TableNotPartitionedException {
        throw new TableNotPartitionedException(getName(), path);
    }

    @Override
    public final List<CatalogPartitionSpec> listPartitionsByFilter(
            ObjectPath path, List<Expression> filters) throws TableNotPartitionedException {
        throw new TableNotPartitionedException(getName(), path);
    }

    @Override
    public final CatalogPartition getPartition(ObjectPath path, CatalogPartitionSpec partition)
            throws PartitionNotExistException {
        throw new PartitionNotExistException(getName(), path, partition);
    }

    @Override
    public final boolean partitionExists(ObjectPath path, CatalogPartitionSpec partition) {
        return false;
    }

    @Override
    public final void createPartition(
            ObjectPath path,
            CatalogPartitionSpec spec,
            CatalogPartition partition,
            boolean ignoreIfExists) {
        throw unsupported("partitions");
    }

    @Override
    public final void dropPartition(
            ObjectPath path, CatalogPartitionSpec partition, boolean ignoreIfNotExists) {
        throw unsupported("partitions");
    }

    @Override
    public final void alterPartition(
            ObjectPath path,
            CatalogPartitionSpec spec,
            CatalogPartition partition,
            boolean ignoreIfNotExists) {
        throw unsupported("partitions");
    }

    @Override
    public final List<String> listFunctions(String database) {
        return List.of();
    }

    @Override
    public final CatalogFunction getFunction(ObjectPath path) throws FunctionNotExistException {
        throw new FunctionNotExistException(getName(), path);
    }

    @Override
    public final boolean functionExists(ObjectPath path) {
        return false;
    }

    @Override
    public final void createFunction(ObjectPath path, CatalogFunction function, boolean ignore) {
        throw unsupported("functions");
    }

    @Override
    public final void alterFunction(ObjectPath path, CatalogFunction function, boolean ignore) {
        throw unsupported("functions");
    }

    @Override
    public final void dropFunction(ObjectPath path, boolean ignore) {
        throw unsupported("functions");
    }

    @Override
    public final CatalogTableStatistics getTableStatistics(ObjectPath path) {
        return CatalogTableStatistics.UNKNOWN;
    }

    @Override
    public final CatalogColumnStatistics getTableColumnStatistics(ObjectPath path) {
        return CatalogColumnStatistics.UNKNOWN;
    }

    @Override
    public final CatalogTableStatistics getPartitionStatistics(
            ObjectPath path, CatalogPartitionSpec partition) {
        return CatalogTableStatistics.UNKNOWN;
    }

    @Override
    public final CatalogColumnStatistics getPartitionColumnStatistics(
            ObjectPath path, CatalogPartitionSpec partition) {
        return CatalogColumnStatistics.UNKNOWN;
    }

    @Override
    public final void alterTableStatistics(
            ObjectPath path, CatalogTableStatistics statistics, boolean ignore) {
        throw unsupported("statistics");
    }

    @Override
    public final void alterTableColumnStatistics(
            ObjectPath path, CatalogColumnStatistics statistics, boolean ignore) {
        throw unsupported("statistics");
    }

    @Override
    public final void alterPartitionStatistics(
            ObjectPath path,
            CatalogPartitionSpec partition,
            CatalogTableStatistics statistics,
            boolean ignore) {
        throw unsupported("statistics");
    }

    @Override
    public final void alterPartitionColumnStatistics(
            ObjectPath path,
            CatalogPartitionSpec partition,
            CatalogColumnStatistics statistics,
            boolean ignore) {
        throw unsupported("statistics");
    }
}
