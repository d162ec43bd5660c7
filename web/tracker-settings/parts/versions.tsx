import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { DateTime } from '../../design/format.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Pagination } from '../../design/layout/pagination.tsx'
import { ChangeList } from '../applying/change-list.tsx'
import { readVersion, versionsQuery, VERSIONS_LIMIT } from '../model/settings-queries.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/definition')

/** Earlier definitions: when they came, from whom, with their changes, and the way back. */
export const Versions = ({ trackerId }: { readonly trackerId: number }) => {
  const { t } = useLingui()
  const { offset = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  const { change } = useWorkingCopy()
  const [open, setOpen] = useState<number>()
  const { data, error, refetch } = useQuery({
    ...versionsQuery(trackerId, offset),
    placeholderData: keepPreviousData,
  })
  const restore = useMutation({
    mutationFn: (version: number) => readVersion(trackerId, version),
    onSuccess: (definition, version) => {
      change(() => definition)
      toast(t`Version ${version} stands in the edits. Preview them to apply it.`)
    },
    onError: toastError,
  })
  return (
    <Section title={t`History`} description={<Trans>Each change of the settings with its author.</Trans>}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <ol className="settings-versions" aria-label={t`Versions`}>
          {data.items.map(({ number, by, at, changes }, index) => (
            <li key={number}>
              <div className="settings-version">
                <span className="settings-version-number">{number}</span>
                <button
                  type="button"
                  className="settings-version-open"
                  aria-expanded={open === number}
                  onClick={() => setOpen(open === number ? undefined : number)}
                >
                  {number === 1 ? (
                    <Trans>The beginning</Trans>
                  ) : changes.length === 0 ? (
                    <Trans>Changed from outside the settings</Trans>
                  ) : (
                    <Plural value={changes.length} one="# change" other="# changes" />
                  )}
                  {by && <span className="meta"> · {by.display_name}</span>}
                </button>
                <span className="meta">
                  <DateTime value={at} as="relative" />
                </span>
                {!(offset === 0 && index === 0) && (
                  <Button
                    size="small"
                    variant="quiet"
                    isPending={restore.isPending && restore.variables === number}
                    onPress={() => restore.mutate(number)}
                  >
                    <Trans>Restore</Trans>
                  </Button>
                )}
              </div>
              {open === number && <ChangeList changes={changes} />}
            </li>
          ))}
        </ol>
      )}
      {data && (
        <Pagination
          offset={offset}
          limit={VERSIONS_LIMIT}
          total={data.total}
          onChange={next => void navigate({ search: { offset: next }, resetScroll: false })}
        />
      )}
    </Section>
  )
}
