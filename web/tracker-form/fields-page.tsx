import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { IconClose, IconPlus } from '../design/icons.tsx'
import { NARROW, PHONE, useMedia } from '../design/use-media.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { editedElements } from '../tracker-settings/model/differences.ts'
import { isUsed, placeOf } from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import '../tracker-settings/choice-chips.css'
import { SettingsFrame, useSettingsTracker } from '../tracker-settings/settings-frame.tsx'
import { useGroups } from '../tracker-settings/use-groups.ts'
import { FormCanvas } from './form-canvas.tsx'
import { KindsList } from './kinds-list.tsx'
import { placeKey } from './places.ts'
import { formSeenAs, sightOf } from './seen-as.ts'
import { useFormDrag } from './use-form-drag.ts'
import { useFormEdits } from './use-form-edits.ts'
import { useKind } from './use-kinds.tsx'
import { useSample } from './use-sample.ts'
import './fields.css'

const ElementPanel = lazyPart(() => import('./element-panel.tsx'), 'ElementPanel')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/** The form of a tracker: its elements, their places and properties. */
export const FieldsPage = () => {
  const { t } = useLingui()
  const kindOf = useKind()
  const tracker = useSettingsTracker()
  const { project } = useCurrentProject()
  const { base, mine } = useWorkingCopy()
  const sample = useSample(tracker)
  const isPhone = useMedia(PHONE)
  const isNarrow = useMedia(NARROW)
  const canvas = useRef<HTMLDivElement>(null)
  const edits = useFormEdits(canvas)
  const { chosen, choose } = edits
  const [isAdding, setAdding] = useState(false)
  /** '': the whole form. */
  const [seenAs, setSeenAs] = useState('')
  const ghost = useRef<HTMLDivElement>(null)
  const { drag, onPointerDown } = useFormDrag(ghost, canvas, edits.drop)
  const kinds = (
    <KindsList
      refusalOf={edits.refusalOf}
      onAdd={(type, label) => {
        edits.add(type, label)
        setAdding(false)
      }}
      onPointerDown={(event, type, label) => {
        if (!isNarrow && edits.refusalOf(type) === undefined) onPointerDown(event, { type, label }, '')
      }}
    />
  )
  const title = t`The form of ${tracker.label}`
  const panel = chosen && (
    <Suspense>
      <ElementPanel
        key={chosen.previous_name ?? chosen.name}
        element={chosen}
        onChange={edits.set}
        onRenamed={choose}
        onTakeOff={() => edits.takeOff(chosen.name)}
        onPutBack={() => edits.putBack(chosen)}
        onDelete={() => edits.askDelete(chosen.name)}
      />
    </Suspense>
  )
  const number = sample.artifact && `${tracker.item_name} #${sample.artifact.id}`
  return (
    <SettingsFrame title={t`Fields`} width="full" hasOwnHeading>
      <div className="build">
        {!isNarrow && <aside aria-label={t`Kinds of elements`}>{kinds}</aside>}
        <div ref={canvas} className="build-form">
          <div className="build-bar">
            <h1>{title}</h1>
            {number !== undefined && <span className="meta">{t`with values of ${number}`}</span>}
            <SeenAs group={seenAs} onGroup={setSeenAs} />
            {isNarrow && (
              <Button size="small" onPress={() => setAdding(true)}>
                <IconPlus /> <Trans>Element</Trans>
              </Button>
            )}
          </div>
          <div role="group" aria-label={title}>
            <FormCanvas
              form={seenAs === '' ? mine.form : formSeenAs(mine.form, seenAs)}
              isReadOnly={each => seenAs !== '' && sightOf(each, seenAs) === 'read'}
              chosen={chosen?.name}
              edited={editedElements(base.definition, mine)}
              statusField={mine.semantics.status?.field}
              sample={sample}
              projectId={project.id}
              trackerId={tracker.id}
              over={drag?.over}
              actions={{
                onChoose: name => choose(name === chosen?.name && !isPhone ? undefined : name),
                onStep: edits.step,
                onMoveTo: edits.askMove,
                onDouble: edits.double,
                onTakeOff: edits.takeOff,
                onDelete: edits.askDelete,
                onPointerDown: (event, element) => {
                  if (!isPhone)
                    onPointerDown(
                      event,
                      { type: element.type, label: element.label, name: element.name },
                      isUsed(element) ? placeKey(placeOf(mine.form, element.name)) : '',
                    )
                },
              }}
            />
          </div>
        </div>
        {panel && !isPhone && (
          <aside className="build-panel" aria-label={t`Properties of ${chosen.label}`}>
            <div className="build-panel-head">
              <h2 dir="auto">{chosen.label || chosen.name}</h2>
              <span className="meta">{kindOf(chosen.type).label}</span>
              <IconButton label={t`Close`} size="small" onPress={() => choose(undefined)}>
                <IconClose />
              </IconButton>
            </div>
            {panel}
          </aside>
        )}
        {drag && (
          <div ref={ghost} className="build-ghost">
            {kindOf(drag.item.type).icon} {drag.item.label}
          </div>
        )}
      </div>
      {panel && isPhone && (
        <Dialog title={chosen.label || chosen.name} isOpen size="sheet" onClose={() => choose(undefined)}>
          {panel}
        </Dialog>
      )}
      {isNarrow && isAdding && (
        <Dialog title={t`Add an element`} isOpen size="sheet" onClose={() => setAdding(false)}>
          {kinds}
        </Dialog>
      )}
      <FormDialogs edits={edits} />
    </SettingsFrame>
  )
}

/** Chooses a group through whose eyes the form is shown. */
const SeenAs = ({ group, onGroup }: { readonly group: string; readonly onGroup: (group: string) => void }) => {
  const { t } = useLingui()
  const groups = useGroups()
  return (
    <select
      className="choice-add build-seen-as"
      aria-label={t`See as group`}
      value={group}
      onChange={event => onGroup(event.target.value)}
    >
      <option value="">{t`See as group…`}</option>
      {groups.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}

const FormDialogs = ({ edits }: { readonly edits: ReturnType<typeof useFormEdits> }) => {
  const { mine } = useWorkingCopy()
  const { moving, removing } = edits
  return (
    <Suspense>
      {moving && (
        <MoveDialog
          form={mine.form}
          element={moving}
          onMove={place => edits.move(moving.name, place)}
          onClose={edits.endMove}
        />
      )}
      {removing && <RemoveDialog {...removing} onConfirm={edits.confirmRemoval} onClose={edits.endRemoval} />}
    </Suspense>
  )
}
