import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { DateTime, FormattedNumber, useNumberFormat } from '../../design/format.tsx'
import { Table } from '../../design/layout/table.tsx'
import { AdministrationPage } from '../administration-page.tsx'
import { deletionsQuery } from './deletions.ts'

/** How many of their permitted deletions accounts have used. */
export const DeletionsPage = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(deletionsQuery)
  const format = useNumberFormat()
  const hours = format(data?.window_hours ?? 0)
  return (
    <AdministrationPage
      area="deletions"
      title={t`Deletions`}
      description={
        data &&
        (data.limit === 0 ? (
          <Trans>Nobody may delete artifacts: the limit is 0.</Trans>
        ) : (
          <Plural
            value={data.limit}
            one={`An account may delete # artifact in ${hours} hours.`}
            other={`An account may delete # artifacts in ${hours} hours.`}
          />
        ))
      }
      actions={
        <Link to="/administration/settings" hash="artifacts">
          <Trans>Change the limit</Trans>
        </Link>
      }
    >
      <Table
        label={t`Deletions`}
        rows={data?.accounts}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ user }) => user.id ?? 0}
        empty={
          <EmptyState title={t`Nothing was deleted lately`}>
            <Trans>Accounts that deleted artifacts in the last {hours} hours stand here.</Trans>
          </EmptyState>
        }
        columns={[
          { id: 'who', header: t`Account`, isRowHeader: true, cell: ({ user }) => user.display_name },
          {
            id: 'deleted',
            header: t`Deleted`,
            align: 'end',
            cell: each => <FormattedNumber value={each.deletions} />,
          },
          {
            id: 'remaining',
            header: t`Remaining`,
            align: 'end',
            cell: each => <FormattedNumber value={each.remaining} />,
          },
          {
            id: 'free',
            header: t`May delete again`,
            isSecondary: true,
            cell: ({ next_free_on, remaining }) =>
              next_free_on !== null ? (
                <DateTime value={next_free_on} as="relative" />
              ) : remaining > 0 ? (
                <Trans>now</Trans>
              ) : (
                <Trans>not with this limit</Trans>
              ),
          },
        ]}
      />
    </AdministrationPage>
  )
}
