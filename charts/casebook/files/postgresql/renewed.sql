-- A certificate that was renewed is read where the configuration is: at a reload. Kubelet swaps a link in this folder
-- (pkg/volume/util/atomic_writer.go), whose time has whole seconds. One that cannot be used changes nothing but the log.
SELECT pg_reload_conf()
FROM pg_stat_file(regexp_replace(current_setting('ssl_cert_file'), '/[^/]*$', '')) AS folder
WHERE folder.modification >= date_trunc('second', pg_conf_load_time());
