import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { DateTime } from '../../design/format.tsx'
import { viewOf } from '../../fields/registry.ts'
import { authorOf, type Entry } from '../activity/activity-queries.ts'
import { ChangedValue, LONG_TYPES } from '../activity/changes.tsx'
import { memberValue, netChanges } from '../activity/net-changes.ts'
import { TextDiff } from '../activity/text-diff.tsx'
import { useArtifact } from '../artifact-context.tsx'

export interface DifferenceProps {
  /** The changesets after the older one up to the newer one, oldest first. */
  readonly entries: readonly Entry[]
  readonly older: Entry | undefined
  readonly newer: Entry | undefined
}

/** The artifact at two changesets, field by field. */
export const Difference = ({ entries, older, newer }: DifferenceProps) => {
  const { t } = useLingui()
  const { tracker } = useArtifact()
  if (!older || !newer) return null
  const changes = netChanges(entries).flatMap(change => {
    const field = tracker.fields.find(each => each.field_id === change.field_id)
    return field ? [{ change, field }] : []
  })
  return (
    <section aria-label={t`Difference`} className="difference">
      <p className="difference-head" role="status">
        <b>
          #{older.changeset_id} → #{newer.changeset_id}
        </b>{' '}
        <Plural value={changes.length} _0="no field differs" one="# field differs" other="# fields differ" />
      </p>
      {changes.length > 0 && (
        <div className="history-scroll">
          <table className="difference-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Field</Trans>
                </th>
                <Side entry={older} />
                <Side entry={newer} />
              </tr>
            </thead>
            <tbody>
              {changes.map(({ change, field }) => {
                const { toText } = viewOf(field.type)
                const before = memberValue(change, change.before)
                const after = memberValue(change, change.after)
                return (
                  <tr key={field.field_id}>
                    <th scope="row">{field.label}</th>
                    {LONG_TYPES.has(field.type) ? (
                      <td colSpan={2}>
                        <TextDiff before={toText(before, field)} after={toText(after, field)} />
                      </td>
                    ) : (
                      <>
                        <td>
                          <ChangedValue field={field} value={before} />
                        </td>
                        <td>
                          <ChangedValue field={field} value={after} isAfter />
                        </td>
                      </>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const Side = ({ entry }: { readonly entry: Entry }) => (
  <th scope="col">
    <DateTime value={entry.at} /> <span className="meta">{authorOf(entry).name}</span>
  </th>
)
