import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Select } from '../design/controls/select.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { elementsOf, type ElementDefinition } from '../tracker-settings/model/definition.ts'
import { isUsed, placeOf, placesFor, type Place } from '../tracker-settings/model/form-edits.ts'
import { placeKey } from './places.ts'

export interface MoveDialogProps {
  readonly form: readonly ElementDefinition[]
  readonly element: ElementDefinition
  readonly onMove: (place: Place) => void
  readonly onClose: () => void
}

/** Asks for the container and the place in it. */
export const MoveDialog = ({ form, element, onMove, onClose }: MoveDialogProps) => {
  const { t } = useLingui()
  const { name } = element
  const [place, setPlace] = useState(() => placeOf(form, name))
  // The places are those of the form without the element and what it holds.
  const held = new Set([name, ...elementsOf(element.content ?? []).map(each => each.name)])
  const places = placesFor(form, element.type).filter(
    ({ parent, before }) => !held.has(parent ?? '') && (before === null || !held.has(before)),
  )
  const byName = new Map(elementsOf(form).map(each => [each.name, each]))
  const labelOf = (each: string | null) => (each === null ? t`The form itself` : (byName.get(each)?.label ?? each))
  const parents = [...new Set(places.map(({ parent }) => parent))]
  const inside = places.filter(({ parent }) => parent === place.parent)
  const siblings = (place.parent === null ? form : (byName.get(place.parent)?.content ?? [])).filter(
    each => isUsed(each) && each.name !== name,
  )
  const textOf = ({ before }: Place) => {
    const at = before === null ? siblings.length : siblings.findIndex(each => each.name === before)
    const last = siblings[at - 1]
    return last ? t`After ${last.label || last.name}` : t`At the beginning`
  }
  return (
    <Dialog title={t`Move ${element.label || name}`} isOpen onClose={onClose}>
      <Select
        label={t`Into`}
        value={place.parent ?? ''}
        onChange={parent => setPlace({ parent: parent === '' ? null : parent, before: null })}
        options={parents.map(parent => ({ value: parent ?? '', label: labelOf(parent) }))}
      />
      <Select
        label={t`Place`}
        value={placeKey(place)}
        onChange={key => setPlace(inside.find(each => placeKey(each) === key) ?? place)}
        options={inside.map(each => ({ value: placeKey(each), label: textOf(each) }))}
      />
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          onPress={() => {
            onMove(place)
            onClose()
          }}
        >
          <Trans>Move</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
