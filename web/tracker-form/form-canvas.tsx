import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { IconLock } from '../design/page-icons.tsx'
import { lazyPart } from '../app/lazy-part.ts'
import { IconButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconGrip, IconMove } from '../design/form-icons.tsx'
import { IconCopy, IconMore } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { Part } from '../design/layout/part.tsx'
import { elementsOf, type ElementDefinition } from '../tracker-settings/model/definition.ts'
import { isContainer, isUsed, type Direction } from '../tracker-settings/model/form-edits.ts'
import { placeKey } from './places.ts'
import { useKind } from './use-kinds.tsx'
import type { Sample } from './use-sample.ts'

const SampleValue = lazyPart(() => import('./sample-value.tsx'), 'SampleValue')

export interface FormActions {
  readonly onChoose: (name: string) => void
  readonly onStep: (name: string, direction: Direction) => void
  readonly onMoveTo: (name: string) => void
  readonly onDouble: (name: string) => void
  readonly onTakeOff: (name: string) => void
  readonly onDelete: (name: string) => void
  readonly onPointerDown: (event: PointerEvent, element: ElementDefinition) => void
}

export interface FormCanvasProps {
  readonly form: readonly ElementDefinition[]
  /** A mark says that people cannot change the field. */
  readonly isReadOnly: (element: ElementDefinition) => boolean
  readonly chosen: string | undefined
  /** Names of elements that the edits changed. */
  readonly edited: ReadonlySet<string>
  readonly statusField: string | undefined
  readonly sample: Sample
  readonly projectId: number
  readonly trackerId: number
  /** Key of the place where the element in the hand would land. */
  readonly over: string | undefined
  readonly actions: FormActions
}

const STEPS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
}

/** The form as its elements stand on it, and below it those that are off the form. */
export const FormCanvas = (props: FormCanvasProps) => {
  const { t } = useLingui()
  const kindOf = useKind()
  const { form, chosen, actions } = props
  const unused = elementsOf(form).filter(element => !isUsed(element))
  return (
    <>
      {form.some(isUsed) ? (
        <ElementList {...props} elements={form} container={null} />
      ) : (
        <EmptyState title={t`The form is empty`}>
          <Trans>Add a fieldset, and fields to it.</Trans>
        </EmptyState>
      )}
      {unused.length > 0 && (
        <Part title={t`Not on the form`} count={unused.length} note={t`with their values`}>
          <ul className="build-unused">
            {unused.map(element => (
              <li key={element.name} data-unused={element.name}>
                <button
                  type="button"
                  className="build-chip"
                  aria-pressed={element.name === chosen}
                  onClick={() => actions.onChoose(element.name)}
                  onPointerDown={event => actions.onPointerDown(event, element)}
                >
                  {kindOf(element.type).icon}
                  <bdi>{element.label || element.name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

interface ElementListProps extends FormCanvasProps {
  readonly elements: readonly ElementDefinition[]
  readonly container: string | null
}

const ElementList = ({ elements, container, ...props }: ElementListProps) => {
  const { t } = useLingui()
  const shown = elements.filter(isUsed)
  const columns = shown.filter(({ type }) => type === 'column').length
  const end = placeKey({ parent: container, before: null })
  return (
    <ul
      className={columns > 0 ? 'build-list build-columns' : 'build-list'}
      style={columns > 0 ? ({ '--parts': columns } as CSSProperties) : undefined}
      data-container={container ?? ''}
      data-over={props.over === end || undefined}
    >
      {shown.map(element => (
        <Item key={element.previous_name ?? element.name} element={element} container={container} {...props} />
      ))}
      {shown.length === 0 && <li className="build-empty">{t`Nothing yet`}</li>}
    </ul>
  )
}

interface ItemProps extends FormCanvasProps {
  readonly element: ElementDefinition
  readonly container: string | null
}

const Item = ({ element, container, ...props }: ItemProps) => {
  const { chosen, actions, over } = props
  const isWide = useKind()(element.type).isWide === true
  const isChosen = element.name === chosen
  const isOver = over === placeKey({ parent: container, before: element.name })
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.altKey ? STEPS[event.key] : undefined
    if (!direction) return
    event.preventDefault()
    event.stopPropagation()
    actions.onStep(element.name, direction)
  }
  return (
    <li
      className={`build-item build-${isContainer(element) ? element.type : isWide ? 'wide' : 'field'}`}
      data-element={element.name}
      data-over={isOver || undefined}
      onKeyDown={onKeyDown}
    >
      <ElementButton element={element} {...props} />
      {isChosen && <Tools element={element} actions={actions} />}
      {isContainer(element) && <ElementList elements={element.content ?? []} container={element.name} {...props} />}
    </li>
  )
}

const ElementButton = ({ element, ...props }: Omit<ItemProps, 'container'>) => {
  const { t } = useLingui()
  const { chosen, edited, actions } = props
  const { name, type, label } = element
  const heading = type === 'fieldset' ? 'build-head' : type === 'column' ? 'build-column-head' : ''
  return (
    <button
      type="button"
      className={`build-button ${heading}`}
      aria-pressed={name === chosen}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
      onClick={() => actions.onChoose(name)}
      onPointerDown={event => actions.onPointerDown(event, element)}
    >
      <span className="build-grip">
        <IconGrip />
      </span>
      <span className="build-label">
        <bdi>{label || name}</bdi>
        {element.is_required === true && (
          <span className="build-required" title={t`Required`} role="img" aria-label={t`Required`} />
        )}
        {props.isReadOnly(element) && (
          <span className="build-locked" title={t`Cannot be changed`} role="img" aria-label={t`Cannot be changed`}>
            <IconLock />
          </span>
        )}
        {edited.has(name) && <span className="build-edited" title={t`Edited`} role="img" aria-label={t`Edited`} />}
      </span>
      {!isContainer(element) && <Value element={element} {...props} />}
    </button>
  )
}

const Value = ({ element, sample, statusField, projectId, trackerId }: Omit<ItemProps, 'container'>) => {
  const kindOf = useKind()
  const known = sample.of(element)
  const { artifact } = sample
  const text = element.settings?.['static_value']
  if (typeof text === 'string' && text !== '')
    return <span className="build-value cut">{text.replaceAll(/<[^>]*>/g, ' ')}</span>
  const kind = <span className="build-kind">{kindOf(element.type).label}</span>
  return (
    <span className="build-value" inert>
      {known && artifact ? (
        <Suspense fallback={kind}>
          <SampleValue
            {...known}
            scope={{ projectId, trackerId, artifactId: artifact.id }}
            isStatus={element.name === statusField}
          >
            {kind}
          </SampleValue>
        </Suspense>
      ) : (
        kind
      )}
    </span>
  )
}

const Tools = ({ element, actions }: { readonly element: ElementDefinition; readonly actions: FormActions }) => {
  const { t } = useLingui()
  const { name } = element
  const label = element.label || name
  return (
    <span className="build-tools" role="group" aria-label={t`Tools of ${label}`}>
      <IconButton label={t`Move to…`} size="small" onPress={() => actions.onMoveTo(name)}>
        <IconMove />
      </IconButton>
      <IconButton label={t`Double`} size="small" onPress={() => actions.onDouble(name)}>
        <IconCopy />
      </IconButton>
      <Menu label={t`More about ${label}`} icon={<IconMore />}>
        <MenuItem onAction={() => actions.onStep(name, 'up')}>{t`Up`}</MenuItem>
        <MenuItem onAction={() => actions.onStep(name, 'down')}>{t`Down`}</MenuItem>
        <MenuItem onAction={() => actions.onTakeOff(name)}>{t`Take off the form`}</MenuItem>
        <MenuItem isDanger onAction={() => actions.onDelete(name)}>{t`Delete…`}</MenuItem>
      </Menu>
    </span>
  )
}
