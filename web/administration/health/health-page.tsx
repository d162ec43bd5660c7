import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../design/feedback/badge.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Bytes, FormattedNumber, useNumberFormat } from '../../design/format.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { Table } from '../../design/layout/table.tsx'
import { AdministrationPage } from '../administration-page.tsx'
import { Duration } from '../settings/duration.tsx'
import { Facts } from '../facts.tsx'
import { healthQuery } from './health.ts'

/** With less than a twentieth of the disk free, uploads and the database are about to fail. */
const LOW_SHARE = 0.05

/** The health of the platform: running parts, free space, and the delay of background work. */
export const HealthPage = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(healthQuery)
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 })
  if (!data)
    return (
      <AdministrationPage area="health" title={t`Health`}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </AdministrationPage>
    )
  const { versions, data_folder: disk, shared_folder: sharedDisk } = data
  const freeShare = Math.min(...[disk, ...(sharedDisk ? [sharedDisk] : [])].map(freeShareOf))
  const share = percent(freeShare)
  const svnReason = data.svn === 'on' ? undefined : data.svn.replace(/^off:\s*/, '')
  return (
    <AdministrationPage
      area="health"
      title={t`Health`}
      description={<Trans>What runs, how much room there is, and what is behind. It refreshes by itself.</Trans>}
    >
      {freeShare < LOW_SHARE && (
        <Notice kind="warning">
          <Trans>Only {share} of the disk is free. Make room before uploads and the database fail.</Trans>
        </Notice>
      )}
      <Section title={t`Server`}>
        <Facts
          items={[
            [t`Crocus`, versions.crocus],
            [t`Running for`, <Duration key="uptime" seconds={data.uptime_seconds} />],
            [t`Processes`, <FormattedNumber key="processes" value={data.processes} />],
            [t`Node`, versions.node],
            [t`PostgreSQL`, versions.postgresql],
            [
              t`Subversion`,
              <span key="svn" className="row">
                {versions.subversion ?? t`not installed`}
                {svnReason === undefined ? (
                  <Badge kind="success">
                    <Trans>on</Trans>
                  </Badge>
                ) : (
                  <Badge kind="warning">
                    <Trans>off</Trans>
                  </Badge>
                )}
                {svnReason !== undefined && <span className="muted small">{svnReason}</span>}
              </span>,
            ],
          ]}
        />
      </Section>
      <Section title={t`Room`}>
        <Facts
          items={[
            [t`Database`, <Bytes key="database" value={data.database.size_bytes} />],
            [t`Disk of the data folder`, <DiskUse key="disk" disk={disk} />],
            ...(sharedDisk
              ? [[t`Disk of the shared folder`, <DiskUse key="shared" disk={sharedDisk} />] as const]
              : []),
          ]}
        />
      </Section>
      <Section
        title={t`Event log`}
        description={<Trans>What follows from changes: mails, webhooks, searches. Nothing should wait for long.</Trans>}
      >
        <Table
          label={t`Event log`}
          rows={data.event_log}
          rowKey={each => each.consumer}
          columns={[
            { id: 'name', header: t`Consumer`, isRowHeader: true, cell: each => <code>{each.consumer}</code> },
            {
              id: 'waiting',
              header: t`Events waiting`,
              align: 'end',
              cell: each => <FormattedNumber value={each.waiting} />,
            },
            {
              id: 'lag',
              header: t`Behind`,
              align: 'end',
              cell: each => (each.waiting === 0 ? '–' : <Duration seconds={each.lag_seconds} />),
            },
            {
              id: 'failures',
              header: t`Failures in a row`,
              align: 'end',
              isSecondary: true,
              cell: each =>
                each.failures === 0 ? (
                  <FormattedNumber value={0} />
                ) : (
                  <Badge kind="danger">
                    <FormattedNumber value={each.failures} />
                  </Badge>
                ),
            },
          ]}
        />
      </Section>
    </AdministrationPage>
  )
}

interface Disk {
  readonly free_bytes: number
  readonly used_bytes: number
}

const freeShareOf = (disk: Disk): number => disk.free_bytes / Math.max(1, disk.free_bytes + disk.used_bytes)

const DiskUse = ({ disk }: { readonly disk: Disk }) => {
  const share = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 })(freeShareOf(disk))
  return (
    <Trans>
      <Bytes value={disk.free_bytes} /> free ({share}), <Bytes value={disk.used_bytes} /> in use
    </Trans>
  )
}
