import { useLingui } from '@lingui/react/macro'
import { IconClose, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../design/layout/menu.tsx'
import type { AuditSearch } from './audit-search.ts'

export interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly nameOf: (subject: string) => string
  readonly onChange: (search: AuditSearch) => void
}

/** The filters of the audit: a chip for each, and a menu with those that can be added. */
export const AuditFilters = ({ search, nameOf, onChange }: AuditFiltersProps) => {
  const { t } = useLingui()
  const { days, kinds, actor, subject } = search
  const times = useTimes()
  const groups = useKindGroups()
  const without = (member: keyof AuditSearch): void =>
    onChange(Object.fromEntries(Object.entries(search).filter(([name]) => name !== member)))
  return (
    <>
      {days !== undefined && (
        <Chip name={t`Time`} onRemove={() => without('days')}>
          {times.find(time => time.days === days)?.label ?? t`last ${days} days`}
        </Chip>
      )}
      {kinds !== undefined && (
        <Chip name={t`Kind`} onRemove={() => without('kinds')}>
          {groups.find(group => group.kinds === kinds)?.label ?? kinds}
        </Chip>
      )}
      {actor !== undefined && (
        <Chip name={t`Who`} onRemove={() => without('actor')}>
          {nameOf(`user:${actor}`)}
        </Chip>
      )}
      {subject !== undefined && (
        <Chip name={t`On`} onRemove={() => without('subject')}>
          {nameOf(subject)}
        </Chip>
      )}
      <Menu label={t`Filter`} text={t`Filter`} icon={<IconPlus />}>
        <MenuSection label={t`Time`}>
          {times.map(({ days: value, label }) => (
            <MenuItem key={value} onAction={() => onChange({ ...search, days: value })}>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection label={t`Kind`}>
          {groups.map(({ kinds: value, label }) => (
            <MenuItem key={value} onAction={() => onChange({ ...search, kinds: value })}>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
    </>
  )
}

const Chip = ({
  name,
  onRemove,
  children,
}: {
  readonly name: string
  readonly onRemove: () => void
  readonly children: string
}) => {
  const { t } = useLingui()
  return (
    <span className="audit-filter">
      <span className="audit-filter-text">
        <span>{name}</span>
        <b className="cut">{children}</b>
      </span>
      <button type="button" className="audit-filter-close" aria-label={t`Remove the filter ${name}`} onClick={onRemove}>
        <IconClose />
      </button>
    </span>
  )
}

const useTimes = () => {
  const { t } = useLingui()
  return [
    { days: 1, label: t`last 24 hours` },
    { days: 7, label: t`last 7 days` },
    { days: 30, label: t`last 30 days` },
    { days: 90, label: t`last 90 days` },
  ]
}

const useKindGroups = () => {
  const { t } = useLingui()
  return [
    { label: t`not sign-ins`, kinds: '!session.*,!audit.read' },
    { label: t`refusals`, kinds: 'sign_in.refused,call.refused' },
    { label: t`groups and rights`, kinds: 'user_group.*,site_permission.*,site_administrator.*,project.*' },
    { label: t`accounts and passwords`, kinds: 'user.*,password_reset.*' },
    { label: t`sign-ins`, kinds: 'session.*,sign_in.*' },
    { label: t`keys and applications`, kinds: 'access_key.*,token.*,oauth_app.*,oauth_consent.*' },
    { label: t`agents`, kinds: 'agent.*' },
    { label: t`settings`, kinds: 'setting.*' },
    { label: t`trackers and workflows`, kinds: 'tracker.*,workflow.*' },
    { label: t`webhooks`, kinds: 'webhook.*' },
    { label: t`deletions`, kinds: 'artifact.*,tracker.deleted,svn.*' },
    { label: t`copies and backups`, kinds: 'snapshot.*,backup.*,project.exported,project.imported' },
  ]
}
