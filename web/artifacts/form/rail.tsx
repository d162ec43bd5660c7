import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, done } from '../../api/api.ts'
import { IconChevronDown } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/layout/menu.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'
import { subscriptionQuery, type MailLevel } from '../artifact-queries.ts'
import { FieldPlace } from './field-place.tsx'
import './form.css'

/** Status, people, dates, and the mails that the reader gets. Narrow pages show it as chips. */
export const Rail = () => {
  const { t } = useLingui()
  const { layout } = useArtifact()
  return (
    <aside className="rail" aria-label={t`Status, people, dates`}>
      {layout.rail.map(group => (
        <div key={group.key} className="rail-group">
          {group.fields.map(field => (
            <FieldPlace
              key={field.field_id}
              field={field}
              className="rail-row"
              labelClassName="rail-label"
              valueClassName="rail-value"
              isStatus={field === layout.status}
            />
          ))}
        </div>
      ))}
      <Mails />
    </aside>
  )
}

const LEVELS = ['all', 'involved', 'none'] as const

/** The words for the mails that somebody gets about an artifact. */
export const useMailWords = (): ((level: MailLevel) => string) => {
  const { t } = useLingui()
  return level => ({ all: t`every change`, involved: t`when I am involved`, none: t`none` })[level]
}

export const useMailLevel = (id: number) => {
  const queries = useQueryClient()
  const account = useAccount()
  const query = subscriptionQuery(id)
  const level = useQuery({ ...query, enabled: Boolean(account) }).data?.level
  const { mutate } = useMutation({
    mutationFn: (next: MailLevel) =>
      done(api.PUT('/artifacts/{id}/subscription', { params: { path: { id } }, body: { level: next } })),
    onMutate: next => queries.setQueryData(query.queryKey, { level: next }),
    onError: toastError,
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  return { level, change: mutate }
}

const Mails = () => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const words = useMailWords()
  const { level, change } = useMailLevel(id)
  if (level === undefined) return null
  return (
    <div className="rail-group">
      <div className="rail-row">
        <span className="rail-label">
          <Trans>Mails</Trans>
        </span>
        <div className="rail-value">
          <span>{words(level)}</span>
          <Menu label={t`Mails about it`} icon={<IconChevronDown />}>
            {LEVELS.map(each => (
              <MenuItem key={each} onAction={() => change(each)}>
                {words(each)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      </div>
    </div>
  )
}
