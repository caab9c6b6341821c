{{/* Name of what belongs to a release; that of its headless service has -nodes after it. */}}
{{- define "wukongs.name" -}}
{{- if contains "wukongs" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-wukongs{{ end -}}
{{- end }}

{{- define "wukongs.selector" -}}
app.kubernetes.io/name: wukongs
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "wukongs.labels" -}}
{{ include "wukongs.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Ends with a message if something is missing without which no node would start. */}}
{{- define "wukongs.check" -}}
{{- if lt (int .Values.replicas) (int .Values.cluster.founders) }}
{{- fail (printf "replicas=%d is less than cluster.founders=%d: all nodes that found the cluster have to run, or be removed with `wukongs cluster remove`" (int .Values.replicas) (int .Values.cluster.founders)) }}
{{- end }}
{{- if and (eq (int .Values.cluster.founders) 1) (gt (int .Values.replicas) 1) }}
{{- fail "a store of one node (cluster.founders=1) has one replica; a cluster is founded by two nodes or more" }}
{{- end }}
{{- if gt (int .Values.cluster.founders) 1 }}
{{- $_ := required "cluster.kafka is needed: bootstrap servers for the metadata log" .Values.cluster.kafka }}
{{- $_ := required "cluster.tokenSecret.name is needed: a Secret with the token that the nodes share" .Values.cluster.tokenSecret.name }}
{{- end }}
{{- if .Values.tokens.enabled }}
{{- $_ := required "tokens.secret.name is needed: a Secret with the tokens of clients; or tokens.enabled=false, if everybody who reaches the store may do everything" .Values.tokens.secret.name }}
{{- end }}
{{- if .Values.tls.enabled }}
{{- $_ := required "tls.secret is needed: a Secret of type kubernetes.io/tls with ca.crt; or tls.enabled=false, if the network is trusted" .Values.tls.secret }}
{{- end }}
{{- end }}
