import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../design/controls/button.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'
import { isKeptOffTheForm, usesOf } from '../tracker-settings/model/field-names.ts'
import { isContainer, LAYOUT_TYPES, withoutElement } from '../tracker-settings/model/form-edits.ts'
import { applyDefinition } from '../tracker-settings/model/settings-queries.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { UseList } from './element-uses.tsx'

export interface RemoveDialogProps {
  readonly element: ElementDefinition
  readonly how: 'take off' | 'delete'
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Says what goes with an element before it is taken off the form or deleted. */
export const RemoveDialog = ({ element, how, onConfirm, onClose }: RemoveDialogProps) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const isDeleted = how === 'delete'
  const uses = usesOf(mine, element.name).filter(use => isDeleted || !isKeptOffTheForm(use))
  const label = element.label || element.name
  return (
    <Dialog title={isDeleted ? t`Delete ${label}?` : t`Take ${label} off the form?`} isOpen isAlert onClose={onClose}>
      {isDeleted ? (
        <Lost element={element} />
      ) : (
        <p>{t`Artifacts keep their values, but nobody sees or changes them.`}</p>
      )}
      {uses.length > 0 && (
        <>
          <p>{t`This goes with it:`}</p>
          <UseList uses={uses} definition={mine} />
        </>
      )}
      <p className="muted small">{t`Nothing happens before you apply the changes.`}</p>
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant={isDeleted ? 'danger' : 'primary'}
          onPress={() => {
            onConfirm()
            onClose()
          }}
        >
          {isDeleted ? t`Delete` : t`Take off`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The artifacts that lose a value with the element, as the server counts them. */
const Lost = ({ element }: { readonly element: ElementDefinition }) => {
  const { t } = useLingui()
  const { trackerId, base } = useWorkingCopy()
  const known = element.previous_name ?? element.name
  const counted = useQuery({
    queryKey: ['tracker', trackerId, 'lost with', base.etag, known],
    queryFn: async () => {
      const { report } = await applyDefinition(trackerId, base, withoutElement(base.definition, known), {
        isDryRun: true,
      })
      return report.data_loss.reduce((sum, { artifacts }) => sum + artifacts, 0)
    },
    enabled: !LAYOUT_TYPES.includes(element.type),
    retry: false,
    gcTime: 0,
  })
  if (isContainer(element)) return <p>{t`What it holds stays on the form.`}</p>
  if (LAYOUT_TYPES.includes(element.type)) return null
  if (counted.isPending) return <p role="status">{t`Counting the artifacts that have a value…`}</p>
  if (counted.data === 0) return <p>{t`No artifact loses a value.`}</p>
  if (counted.data === undefined) return <p>{t`The preview tells how many artifacts lose their value.`}</p>
  return (
    <Notice kind="warning">
      <p>
        <Plural
          value={counted.data}
          one="# artifact loses its value. Take the field off the form to keep it."
          other="# artifacts lose their values. Take the field off the form to keep them."
        />
      </p>
    </Notice>
  )
}
