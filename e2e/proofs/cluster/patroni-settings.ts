/** What docs/run/cluster.md recommends for every node of a cluster. */
export function settingsOf(isSynchronous: boolean): object {
  return {
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 16_777_216,
        synchronous_mode: isSynchronous,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            wal_log_hints: 'on',
            max_connections: 200,
            max_wal_size: '256MB',
            wal_sender_timeout: '10s',
          },
          pg_hba: [
            'local all all trust',
            'host all all 127.0.0.1/32 scram-sha-256',
            'host replication all 127.0.0.1/32 scram-sha-256',
          ],
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
  };
}
