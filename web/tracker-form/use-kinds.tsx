import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import {
  IconBoxes,
  IconCalendar,
  IconChart,
  IconChoice,
  IconColumns,
  IconFieldset,
  IconLetter,
  IconLines,
  IconNumber,
  IconRadio,
  IconSeparator,
  IconSteps,
  IconSum,
  IconTag,
} from '../design/form-icons.tsx'
import { IconCheck, IconExternal } from '../design/icons.tsx'
import { IconPerson } from '../design/navigation-icons.tsx'
import { IconAttach, IconClock, IconLink, IconLock } from '../design/page-icons.tsx'
import type { ElementType } from '../tracker-settings/model/form-edits.ts'

export interface Kind {
  readonly type: ElementType
  readonly label: string
  readonly icon: ReactNode
  /** Elements of the kind come with archives; nobody adds them here. */
  readonly isOld?: boolean
  /** Its values need the whole width of the form. */
  readonly isWide?: boolean
}

export interface KindGroup {
  readonly label: string
  readonly kinds: readonly Kind[]
}

/** All kinds of form elements, by what they are for. */
export const useKinds = (): readonly KindGroup[] => {
  const { t } = useLingui()
  return [
    {
      label: t`Words and numbers`,
      kinds: [
        { type: 'string', label: t`Text`, icon: <IconLetter /> },
        { type: 'text', label: t`Long text`, icon: <IconLines />, isWide: true },
        { type: 'int', label: t`Whole number`, icon: <IconNumber /> },
        { type: 'float', label: t`Decimal number`, icon: <IconNumber /> },
        { type: 'computed', label: t`Computed number`, icon: <IconSum /> },
        { type: 'date', label: t`Date`, icon: <IconCalendar /> },
        { type: 'Encrypted', label: t`Secret text`, icon: <IconLock />, isWide: true },
      ],
    },
    {
      label: t`Lists`,
      kinds: [
        { type: 'sb', label: t`One value`, icon: <IconChoice /> },
        { type: 'rb', label: t`Radio buttons`, icon: <IconRadio /> },
        { type: 'msb', label: t`Several values`, icon: <IconBoxes /> },
        { type: 'cb', label: t`Checkboxes`, icon: <IconCheck /> },
        { type: 'tbl', label: t`Open list`, icon: <IconTag /> },
      ],
    },
    {
      label: t`Artifacts and files`,
      kinds: [
        { type: 'art_link', label: t`Links`, icon: <IconLink /> },
        { type: 'cross', label: t`References`, icon: <IconExternal /> },
        { type: 'file', label: t`Files`, icon: <IconAttach /> },
        { type: 'ttmstepdef', label: t`Test steps`, icon: <IconSteps />, isWide: true },
        { type: 'ttmstepexec', label: t`Results of test steps`, icon: <IconSteps />, isOld: true, isWide: true },
        { type: 'perm', label: t`Groups that see it`, icon: <IconLock />, isWide: true },
      ],
    },
    {
      label: t`Filled in by Crocus`,
      kinds: [
        { type: 'aid', label: t`Number`, icon: <IconNumber /> },
        { type: 'atid', label: t`Number in the tracker`, icon: <IconNumber /> },
        { type: 'priority', label: t`Rank`, icon: <IconNumber /> },
        { type: 'subby', label: t`Opened by`, icon: <IconPerson /> },
        { type: 'subon', label: t`Opened on`, icon: <IconClock /> },
        { type: 'luby', label: t`Changed by`, icon: <IconPerson /> },
        { type: 'lud', label: t`Changed on`, icon: <IconClock /> },
        { type: 'burndown', label: t`Burndown`, icon: <IconChart />, isWide: true },
        { type: 'burnup', label: t`Burnup`, icon: <IconChart />, isWide: true },
      ],
    },
    {
      label: t`Layout`,
      kinds: [
        { type: 'fieldset', label: t`Fieldset`, icon: <IconFieldset /> },
        { type: 'column', label: t`Column`, icon: <IconColumns /> },
        { type: 'staticrichtext', label: t`Static text`, icon: <IconLines />, isWide: true },
        { type: 'separator', label: t`Line`, icon: <IconSeparator />, isWide: true },
        { type: 'linebreak', label: t`Line break`, icon: <IconSeparator />, isWide: true },
      ],
    },
  ]
}

/** The kind of a type. */
export const useKind = (): ((type: string) => Kind) => {
  const groups = useKinds()
  const kinds = new Map<string, Kind>(groups.flatMap(group => group.kinds).map(kind => [kind.type, kind]))
  return type => kinds.get(type) ?? { type: type as ElementType, label: type, icon: <IconLetter /> }
}
