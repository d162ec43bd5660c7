import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { trackerQuery } from '../trackers/tracker-queries.ts'
import type { Approval } from './approvals.ts'
import { entryText } from './entry-text.ts'

const TextDiff = lazyPart(() => import('../artifacts/activity/text-diff.tsx'), 'TextDiff')

/** Values of these types are compared word by word. */
const LONG_TYPES: ReadonlySet<string> = new Set(['text', 'ttmstepdef'])

type Change = Approval['changed_fields'][number]

/** The changes of the write, field by field. */
export const ApprovalChanges = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useLingui()
  const { changed_fields: changes, people, new_comment: comment, artifact, tracker, is_change: isChange } = approval
  const { data } = useQuery(trackerQuery(tracker.id))
  return (
    <>
      {changes.length > 0 && (
        <dl className="approval-changes" aria-label={t`Changes`}>
          {changes.map(change => (
            <div key={change.field_id}>
              <dt>
                {change.label}
                {change.by !== 'request' && (
                  <span className="muted small">
                    {' '}
                    {change.by === 'workflow' ? <Trans>by the workflow</Trans> : <Trans>by default</Trans>}
                  </span>
                )}
              </dt>
              <dd>
                <Values
                  change={change}
                  isNew={artifact === null}
                  textOf={entry =>
                    entryText({ ...data?.fields.find(({ field_id: id }) => id === change.field_id), people }, entry)
                  }
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment !== null && (
        <section className="approval-comment" aria-label={t`Comment that it would add`}>
          <h2>
            <Trans>Comment that it would add</Trans>
          </h2>
          <p className="plain-text" dir="auto">
            {comment}
          </p>
        </section>
      )}
      {!isChange && (
        <p className="muted">
          <Trans>It would change nothing.</Trans>
        </p>
      )}
    </>
  )
}

interface ValuesProps {
  readonly change: Change
  readonly isNew: boolean
  readonly textOf: (entry: Change['before']) => string
}

const Values = ({ change: { type, before, after }, isNew, textOf }: ValuesProps) => {
  const [old, wanted] = [textOf(before), textOf(after)]
  if (LONG_TYPES.has(type) && !isNew)
    return (
      <Suspense fallback={null}>
        <TextDiff before={old} after={wanted} />
      </Suspense>
    )
  return (
    <>
      {!isNew && (
        <>
          <Value text={old} isOld />{' '}
          <span aria-hidden="true" className="approval-arrow">
            →
          </span>
          <span className="visually-hidden">
            <Trans>becomes</Trans>
          </span>{' '}
        </>
      )}
      <Value text={wanted} />
    </>
  )
}

const Value = ({ text, isOld = false }: { readonly text: string; readonly isOld?: boolean }) =>
  text === '' ? (
    <span className="muted">
      <Trans>nothing</Trans>
    </span>
  ) : (
    <span className={isOld ? 'plain-text approval-old' : 'plain-text approval-new'} dir="auto">
      {text}
    </span>
  )
