import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { DateTime, useNumberFormat } from '../design/format.tsx'
import { IconCheck } from '../design/icons.tsx'
import { saveFile } from '../design/save-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'
import { auditQuery, exportAudit, type AuditPage, type AuditPlace } from './audit.ts'
import type { AuditSearch } from './audit-search.ts'
import './audit.css'

export interface AuditViewProps {
  readonly place: AuditPlace
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

/** The audit of the platform or a project, newest rows first. */
export const AuditView = ({ place, search, onSearch }: AuditViewProps) => {
  const { t } = useLingui()
  const [openRow, setOpenRow] = useState<number>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(place, search),
  )
  const pages = data?.pages ?? []
  const entries = pages.flatMap(page => page.entries)
  const names = Object.assign({}, ...pages.map(page => page.names)) as AuditPage['names']
  const chain = pages[0]?.chain
  const isWhole = place === null && Object.keys(search).length === 0
  // The server counts no rows behind filters: their number is known once all of them are here.
  const total =
    chain && isWhole && chain.last > 0 ? chain.last - chain.first + 1 : hasNextPage ? undefined : entries.length
  return (
    <div>
      <div className="audit-bar">
        <AuditFilters search={search} nameOf={subject => names[subject] ?? subject} onChange={onSearch} />
        {chain && <ChainState chain={chain} />}
      </div>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={12} />
        )
      ) : entries.length === 0 ? (
        <EmptyState title={t`No row passes the filters`}>
          <Trans>Rows come a second or two after the change. Reading them is a row, too.</Trans>
        </EmptyState>
      ) : (
        <AuditRows
          entries={entries}
          names={names}
          openRow={openRow}
          onOpen={setOpenRow}
          onFilter={added => onSearch({ ...search, ...added })}
        />
      )}
      {chain && (
        <p className="audit-foot muted small">
          <span>
            <RowCount shown={entries.length} total={total} /> ·{' '}
            <Plural value={chain.kept_days} one="kept for # day" other="kept for # days" />
          </span>
          {hasNextPage && (
            <Button
              variant="quiet"
              size="small"
              isPending={isFetchingNextPage}
              onPress={() => void fetchNextPage().catch(toastError)}
            >
              <Trans>Older</Trans>
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

const RowCount = ({ shown, total }: { readonly shown: number; readonly total: number | undefined }) =>
  total === undefined ? (
    <Plural value={shown} one="the newest row" other="the newest # rows" />
  ) : (
    <Plural value={total} one="# row" other="# rows" />
  )

/** Whether the chain of hashes is whole, as the server last found it. */
const ChainState = ({ chain }: { readonly chain: AuditPage['chain'] }) => {
  const number = useNumberFormat()
  const { broken_at: broken, checked_on: checked, head } = chain
  const first = number(chain.first)
  const last = number(chain.last)
  return (
    <span className="audit-chain" data-state={broken !== null ? 'broken' : checked === null ? 'unknown' : 'whole'}>
      {broken !== null ? (
        <Trans>Chain broken at row {broken}</Trans>
      ) : checked === null ? (
        <Trans>The chain is checked every hour, the first time within this one</Trans>
      ) : (
        <>
          <IconCheck />
          <Trans>
            Chain whole, rows {first} to {last}
          </Trans>
        </>
      )}
      {head && (
        <span className="audit-signed" title={head.hash}>
          <Trans>
            head {head.hash.slice(0, 4)} {head.hash.slice(4, 8)}, signed{' '}
            <DateTime value={head.signed_on} as="relative" />
          </Trans>
        </span>
      )}
    </span>
  )
}

/** Saves the rows that the filters let through as a file. */
export const ExportButton = ({ place, search }: Pick<AuditViewProps, 'place' | 'search'>) => {
  const save = useMutation({
    mutationFn: () => exportAudit(place, search),
    onSuccess: rows => saveFile('audit.ndjson', rows),
    onError: toastError,
  })
  return (
    <Button variant="secondary" isPending={save.isPending} onPress={() => save.mutate()}>
      <Trans>Export NDJSON</Trans>
    </Button>
  )
}
