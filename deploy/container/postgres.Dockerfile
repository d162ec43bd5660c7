# PostgreSQL under Patroni, and etcd, from Debian: docker build -f deploy/container/postgres.Dockerfile -t crocus-postgres .
FROM debian:bookworm-slim
RUN install -d /etc/postgresql-common \
  && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
  && apt-get update \
  && apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold \
    postgresql-15 patroni python3-etcd etcd-server etcd-client curl ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/crocus /var/lib/etcd-crocus
COPY deploy/container/patroni.yml deploy/container/post-init.sh /etc/patroni-crocus/
USER postgres
CMD ["patroni", "/etc/patroni-crocus/patroni.yml"]
