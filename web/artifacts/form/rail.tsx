import { useLingui } from '@lingui/react/macro'
import { useArtifact } from '../artifact-context.tsx'
import { FieldPlace } from './field-place.tsx'
import './form.css'
import { RailAccess } from './rail-access.tsx'

/** Types of fields that tell how the artifact came to be as it is: they are no chips. */
const HISTORICAL: ReadonlySet<string> = new Set(['subby', 'subon', 'luby', 'lud'])

/** Status, people, dates, the mails that the reader gets, and who sees the artifact. Phones show values to work with as chips. */
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
              className={HISTORICAL.has(field.type) ? 'rail-row rail-historical' : 'rail-row'}
              labelClassName="rail-label"
              valueClassName="rail-value"
              isStatus={field === layout.status}
            />
          ))}
        </div>
      ))}
      <RailAccess />
    </aside>
  )
}
