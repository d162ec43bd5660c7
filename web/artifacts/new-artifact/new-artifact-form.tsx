import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { FormNodes } from '../form/form-nodes.tsx'
import { formSectionsOf } from '../form/form-layout.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../design/controls/button.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { IconCheck, IconChevronDown, IconChevronRight } from '../../design/icons.tsx'
import type { Field } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useListOfWords } from '../words.ts'
import type { NewArtifactSearch } from './new-artifact-search.ts'
import type { Tracker } from '../../trackers/tracker-queries.ts'
import type { Values } from './given-values.ts'
import './new-artifact.css'
import { NewField } from './new-field.tsx'
import { useNewArtifact } from './use-new-artifact.ts'

export interface NewArtifactFormProps {
  readonly tracker: Tracker
  readonly given: Values
  readonly search: NewArtifactSearch
  /** `opened`: the form has gone to the page of the artifact. */
  readonly onCreated: (id: number, isOpened: boolean) => void
  /** Told at each change: whether closing leaves a draft behind. */
  readonly onContent?: (hasContent: boolean) => void
}

type After = 'stay' | 'open'

/** Shows title, required fields, fields of the semantics, texts and files first, and the other fields of the form on request. */
export const NewArtifactForm = ({ tracker, given, search, onCreated, onContent }: NewArtifactFormProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const form = useNewArtifact(tracker, given, search)
  const [isWhole, setWhole] = useState(false)
  const [isAnother, setAnother] = useState(false)
  // The person pressed a button while files were on their way.
  const [wanted, setWanted] = useState<After>()
  const isRunning = useRef(false)
  const { title } = tracker.semantics
  const first = firstFields(tracker, form.fields)
  const others = form.fields.filter(field => !first.includes(field))
  const scope = { projectId: tracker.project.id, trackerId: tracker.id }
  const { hasContent, wrong, filesUnderWay, filesStopped } = form
  useEffect(() => onContent?.(hasContent), [hasContent, onContent])
  useEffect(() => focusField(element.current, first[0]), [tracker.id]) // eslint-disable-line react-hooks/exhaustive-deps

  const show = (field: Field | undefined) => {
    if (field && others.includes(field)) setWhole(true)
    requestAnimationFrame(() => focusField(element.current, field))
  }
  const create = async (after: After) => {
    // A second press within the same frame, before the button is off.
    if (isRunning.current) return
    const missing = form.firstMissing()
    if (missing) {
      show(missing)
      return
    }
    if (filesUnderWay > 0) {
      setWanted(after)
      return
    }
    isRunning.current = true
    try {
      const id = await form.create()
      const xref = `${tracker.item_name} #${id}`
      const open = () => navigate({ to: '/artifacts/$id', params: { id: String(id) } })
      // The page of the artifact says it otherwise.
      if (after !== 'open') toast(t`${xref} is created`, { action: { label: t`Open`, run: () => void open() } })
      if (after === 'open') await open()
      else if (isAnother) {
        form.next()
        show(first[0])
      }
      if (after === 'open' || !isAnother) onCreated(id, after === 'open')
    } catch (cause) {
      const names = cause instanceof ApiError ? cause.reasons.map(({ name }) => name) : []
      show(form.fields.find(field => names.includes(field.name)))
    } finally {
      isRunning.current = false
    }
  }
  const createWhenReady = useEffectEvent(() => {
    if (wanted === undefined) return
    setWanted(undefined)
    if (filesStopped === 0) void create(wanted)
  })
  useEffect(() => {
    if (wanted === undefined || filesUnderWay > 0) return undefined
    const timer = setTimeout(() => createWhenReady())
    return () => clearTimeout(timer)
  }, [wanted, filesUnderWay])

  const fieldOf = (field: Field) => (
    <NewField
      key={field.field_id}
      field={field}
      form={form}
      scope={scope}
      isTitle={field.field_id === title?.field_id}
    />
  )
  return (
    <form
      ref={element}
      className="new-artifact"
      aria-label={t`New ${tracker.item_name}`}
      noValidate
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void create('stay')
      }}
      onSubmit={event => {
        event.preventDefault()
        void create('stay')
      }}
    >
      <div className="new-artifact-body">
        {form.isRestored && (
          <Draft action={t`Begin anew`} onAction={form.beginAnew}>
            <Trans>This is the draft that you left on this device.</Trans>
          </Draft>
        )}
        {form.hasOffer && (
          <Draft action={t`Take it over`} onAction={form.takeOffer}>
            <Trans>Another tab holds a draft.</Trans>
          </Draft>
        )}
        {form.error !== undefined && <FaultList error={form.error} />}
        <div className="new-artifact-fields">{first.map(fieldOf)}</div>
        {others.length > 0 && (
          <button
            type="button"
            className="new-artifact-more"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? <IconChevronDown /> : <IconChevronRight />}
            <Trans>More fields</Trans>
            <MoreNote fields={others} given={given} />
          </button>
        )}
        {isWhole &&
          formSectionsOf(tracker, field => others.includes(field))
            .filter(section => section.fields.length > 0)
            .map(({ fieldset, nodes }) => (
              <section key={fieldset?.field_id ?? 'none'} className="new-artifact-section">
                {fieldset && <h3>{fieldset.label}</h3>}
                <FormNodes nodes={nodes} isShown={() => true} renderField={fieldOf} />
              </section>
            ))}
      </div>
      <div className="new-artifact-foot">
        <button
          type="button"
          role="checkbox"
          aria-checked={isAnother}
          data-selected={isAnother || undefined}
          className="choice new-artifact-another"
          onClick={() => setAnother(!isAnother)}
        >
          <span className="choice-box">
            <IconCheck />
          </span>
          <span>
            <Trans>Create another</Trans>{' '}
            <span className="meta">
              <Trans>keeps what is pinned</Trans>
            </span>
          </span>
        </button>
        <span className="new-artifact-state" role="status">
          {wanted !== undefined ? (
            <Plural
              value={filesUnderWay}
              one="Creates as soon as # file is there"
              other="Creates as soon as # files are there"
            />
          ) : filesStopped > 0 ? (
            <span className="field-error">
              <Plural value={filesStopped} one="# file is not there" other="# files are not there" />
            </span>
          ) : wrong.length > 0 ? (
            <span className="field-error">
              <Plural value={wrong.length} one="# to mend" other="# to mend" />
            </span>
          ) : (
            form.storedAt !== undefined && <Trans>Draft kept</Trans>
          )}
        </span>
        {wanted !== undefined && (
          <Button variant="quiet" onPress={() => setWanted(undefined)}>
            <Trans>Do not create yet</Trans>
          </Button>
        )}
        <Button isPending={form.isPending} isDisabled={wanted !== undefined} onPress={() => void create('open')}>
          <Trans>Create and open</Trans>
        </Button>
        <Button type="submit" variant="primary" isPending={form.isPending} isDisabled={wanted !== undefined}>
          <Trans>Create</Trans> <kbd aria-hidden="true">Ctrl ↵</kbd>
        </Button>
      </div>
    </form>
  )
}

interface DraftProps {
  readonly action: string
  readonly onAction: () => void
  readonly children: ReactNode
}

const Draft = ({ action, onAction, children }: DraftProps) => (
  <Notice kind="info">
    {children}{' '}
    <Button variant="quiet" size="small" onPress={onAction}>
      {action}
    </Button>
  </Notice>
)

/** "9, 2 with a value: Status New and Reviewers Haruka Sato" */
const MoreNote = ({ fields, given }: { readonly fields: readonly Field[]; readonly given: Values }) => {
  const listOf = useListOfWords()
  const filled = fields.flatMap(field => {
    const { isEmpty, toText } = viewOf(field.type)
    const value = given.get(field.field_id)
    return isEmpty(value) ? [] : [`${field.label} ${toText(value, field)}`]
  })
  const count = fields.length
  const words = listOf(filled)
  return (
    <span className="meta cut">
      {filled.length === 0 ? (
        fields.length
      ) : (
        <Plural
          value={filled.length}
          one={`${count}, # with a value: ${words}`}
          other={`${count}, # with a value: ${words}`}
        />
      )}
    </span>
  )
}

/** Title, required fields, fields with a semantic, texts, files. */
const firstFields = ({ semantics }: Tracker, fields: readonly Field[]): readonly Field[] => {
  const { title, status, contributor, description, timeframe } = semantics
  const ids = [status, contributor].map(each => each?.field_id)
  const rank = ({ field_id: id, required, type }: Field): number => {
    if (id === title?.field_id) return 0
    const isChosen = required || ids.includes(id) || id === timeframe?.end_date_field_id
    if (type === 'file') return 4
    if (id === description?.field_id || (required && type === 'text')) return 3
    return isChosen ? (required ? 1 : 2) : 9
  }
  return fields.filter(field => rank(field) < 9).toSorted((one, other) => rank(one) - rank(other))
}

const focusField = (form: HTMLElement | null, field: Field | undefined): void => {
  if (!field) return
  form
    ?.querySelector<HTMLElement>(
      `[data-field="${field.field_id}"] :is(textarea, .field-input, input:not([hidden]), .button)`,
    )
    ?.focus()
}
