import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { IconChevronDown } from '../../design/icons.tsx'
import { IconLock } from '../../design/page-icons.tsx'
import { useGroupLabel } from '../../projects/administration/group-label.ts'
import { groupsQuery } from '../../projects/administration/group-queries.ts'
import { useListOfWords } from '../words.ts'

export interface VisibleToProps {
  readonly projectId: number
  /** Ids of the user groups that see the comment; empty: everybody. */
  readonly groups: readonly string[]
  readonly onGroups: (groups: readonly string[]) => void
}

/** The choice of the readers of the next comment: everybody who sees the artifact, or some user groups. */
export const VisibleTo = ({ projectId, groups, onGroups }: VisibleToProps) => {
  const { t } = useLingui()
  const labelOf = useGroupLabel()
  const listOf = useListOfWords()
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = useQuery({
    ...groupsQuery(projectId),
    staleTime: 300_000,
    enabled: isOpen || groups.length > 0,
  })
  const chosen = data.filter(({ id }) => groups.includes(id)).map(labelOf)
  const who = groups.length === 0 ? t`everybody` : listOf(chosen)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className="button button-quiet button-small visible-to">
        <span className="button-content">
          {groups.length > 0 && <IconLock />}
          <span>
            <Trans>
              Visible to <strong>{who}</strong>
            </Trans>
          </span>
          <IconChevronDown />
        </span>
      </AriaButton>
      <Popover className="visible-to-popover" placement="top start">
        <Dialog className="visible-to-dialog" aria-label={t`Visible to`}>
          <CheckboxGroup
            label={t`Only these groups see the comment`}
            description={t`Without a choice everybody who sees the artifact sees it.`}
            value={[...groups]}
            onChange={onGroups}
          >
            {data.map(group => (
              <Checkbox key={group.id} value={group.id} label={labelOf(group)} />
            ))}
          </CheckboxGroup>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
