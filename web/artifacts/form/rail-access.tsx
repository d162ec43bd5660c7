import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconChevronDown } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/layout/menu.tsx'
import { Initials } from '../../design/values/person.tsx'
import { useArtifact } from '../artifact-context.tsx'
import type { MailLevel, Subscription } from '../artifact-queries.ts'
import { nameOf, useListOfWords } from '../words.ts'
import { FieldPlace } from './field-place.tsx'
import { MAIL_LEVELS, useMails, useMailWords } from './mails.ts'

/** The watchers, the mails of the reader, and the readers of the artifact. */
export const RailAccess = () => {
  const { t } = useLingui()
  const { id, tracker, layout, isGone } = useArtifact()
  const { data, change } = useMails(id)
  const mails = isGone ? undefined : data
  return (
    <div className="rail-group rail-access">
      {mails && mails.watchers.length > 0 && <Watchers watchers={mails.watchers} />}
      {mails && <Mails level={mails.level} onChange={change} />}
      {layout.access ? (
        <FieldPlace
          field={layout.access}
          label={t`Visible to`}
          className="rail-row"
          labelClassName="rail-label"
          valueClassName="rail-value"
        />
      ) : (
        <RailRow label={<Trans>Visible to</Trans>}>
          <span>
            <Trans>
              everybody who sees <bdi>{tracker.label}</bdi>
            </Trans>
          </span>
        </RailRow>
      )}
    </div>
  )
}

interface RailRowProps {
  readonly label: ReactNode
  readonly valueClassName?: string
  readonly title?: string
  readonly children: ReactNode
}

/** A row of the rail that nobody edits in its place. */
const RailRow = ({ label, valueClassName = 'rail-value', title, children }: RailRowProps) => (
  <div className="rail-row">
    <span className="rail-label">{label}</span>
    <div className={valueClassName} title={title}>
      {children}
    </div>
  </div>
)

const MAX_SHOWN = 5

const Watchers = ({ watchers }: Pick<Subscription, 'watchers'>) => {
  const names = useListOfWords()(watchers.map(nameOf))
  const more = watchers.length - MAX_SHOWN
  return (
    <RailRow label={<Trans>Watching</Trans>} valueClassName="rail-value rail-watchers" title={names}>
      <span className="visually-hidden">{names}</span>
      {watchers.slice(0, MAX_SHOWN).map(person => (
        <Initials key={person.id} name={nameOf(person)} id={person.id} />
      ))}
      {more > 0 && (
        <span className="meta" aria-hidden="true">
          + {more}
        </span>
      )}
    </RailRow>
  )
}

interface MailsProps {
  readonly level: MailLevel
  readonly onChange: (level: MailLevel) => void
}

const Mails = ({ level, onChange }: MailsProps) => {
  const { t } = useLingui()
  const words = useMailWords()
  return (
    <RailRow label={<Trans>Mails</Trans>}>
      <span>{words[level]}</span>
      <Menu label={t`Mails about it`} icon={<IconChevronDown />}>
        {MAIL_LEVELS.map(each => (
          <MenuItem key={each} onAction={() => onChange(each)}>
            {words[each]}
          </MenuItem>
        ))}
      </Menu>
    </RailRow>
  )
}
