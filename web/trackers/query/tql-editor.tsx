// Loaded when somebody edits a query as text: it is larger than any page.
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  completionKeymap,
  completionStatus,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  showPanel,
  type DecorationSet,
} from '@codemirror/view'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { highlightMatches } from '../../design/controls/highlight-matches.ts'
import { queryReading, readQueryAt, type QueryError, type QuerySuggestion } from './query-tree.ts'

export interface TqlEditorProps {
  readonly trackerId: number
  readonly tql: string
  /** Mistakes of the query in the address. */
  readonly errors: readonly QueryError[]
  /** A refusal without a place, such as that of a query that takes too long; '' for none. */
  readonly fault: string
  readonly onRun: (tql: string) => void
  readonly onProblem: (sentence: string | undefined) => void
  readonly onClose: () => void
}

/** The query as text: Enter runs it, Escape goes back to the chips. Completions and mistakes come from the server. */
export const TqlEditor = ({ trackerId, tql, errors, fault, onRun, onProblem, onClose }: TqlEditorProps) => {
  const { t } = useLingui()
  const host = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const run = useEffectEvent(async (view: EditorView) => {
    const text = view.state.doc.toString().trim()
    const read =
      text === '' ? undefined : await queries.fetchQuery(queryReading(trackerId, text)).catch(() => undefined)
    const [first] = read?.errors ?? []
    if (!first) {
      onProblem(undefined)
      onRun(text)
      return
    }
    const at = view.state.doc.toString().indexOf(text)
    const placed = (read?.errors ?? []).map(error => ({ ...error, position: error.position + Math.max(0, at) }))
    view.dispatch({ effects: setErrors.of(problemsOf(placed, '', view.state.doc.toString())) })
    onProblem(sentenceOf(first, text))
  })
  const close = useEffectEvent(onClose)
  const mended = useEffectEvent(() => onProblem(undefined))
  const complete = useEffectEvent((context: CompletionContext) => completions(trackerId, context))
  const open = useEffectEvent((parent: HTMLElement): EditorView => {
    // In a shadow root the editor adopts its style sheets; in the document it would add a <style>, which the content security policy
    // refuses.
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
    const doc = oneLine(tql)
    return new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        selection: { anchor: doc.length },
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Enter',
                run: view => {
                  if (completionStatus(view.state) === 'active') acceptCompletion(view)
                  else void run(view)
                  return true
                },
              },
              {
                key: 'Escape',
                run: view => {
                  if (completionStatus(view.state) !== null) return false
                  close()
                  return true
                },
              },
            ]),
          ),
          history(),
          closeBrackets(),
          autocompletion({
            override: [complete],
            activateOnTypingDelay: DELAY_MS,
            icons: false,
            tooltipClass: () => 'tql-completions',
          }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorState.transactionFilter.of(change =>
            change.newDoc.lines === 1 ? change : [change, { changes: joinLines(change.newDoc), sequential: true }],
          ),
          EditorView.lineWrapping,
          placeholder('status = "New" AND assigned_to = MYSELF()'),
          highlighter,
          problemField,
          EditorView.contentAttributes.compute([problemField], state => {
            const hasProblems = state.field(problemField).sentences.length > 0
            return {
              'aria-label': t`Query (TQL)`,
              'aria-multiline': 'false',
              spellcheck: 'false',
              autocapitalize: 'off',
              ...(hasProblems && { 'aria-invalid': 'true', 'aria-describedby': PANEL_ID }),
            }
          }),
          EditorView.updateListener.of(update => {
            if (update.docChanged) mended()
          }),
          theme,
        ],
      }),
    })
  })
  const editor = useRef<EditorView>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const view = open(host.current)
    editor.current = view
    view.focus()
    return () => view.destroy()
  }, [])
  useEffect(() => {
    const { current } = editor
    current?.dispatch({ effects: setErrors.of(problemsOf(errors, fault, current.state.doc.toString())) })
  }, [errors, fault])
  return <div ref={host} className="query-text" />
}

const DELAY_MS = 150
const PANEL_ID = 'tql-problems'

/** The grammar takes line breaks only between words. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ')

const joinLines = (doc: EditorState['doc']) => {
  const changes = []
  for (let line = 1; line < doc.lines; line++)
    changes.push({ from: doc.line(line).to, to: doc.line(line + 1).from, insert: ' ' })
  return changes
}

const completions = async (trackerId: number, context: CompletionContext): Promise<CompletionResult | null> => {
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort())
  const read = await readQueryAt(trackerId, context.state.doc.toString(), context.pos, abort.signal).catch(
    () => undefined,
  )
  const [first] = read?.suggestions ?? []
  if (!read || !first || context.aborted) return null
  // Enter runs a query that is complete: only asking for it, or a letter, offers AND and OR.
  const written = context.state.sliceDoc(first.from, context.pos)
  const isComplete = written === '' && read.suggestions.every(({ kind }) => kind === 'keyword')
  if (!context.explicit && (isComplete || first.insert.toLowerCase() === written.toLowerCase())) return null
  return { from: first.from, to: first.to, filter: false, options: read.suggestions.map(toCompletion) }
}

const toCompletion = (suggestion: QuerySuggestion): Completion => ({
  label: suggestion.label,
  ...(suggestion.detail === '' ? {} : { detail: suggestion.detail }),
  type: suggestion.kind,
  apply: (view, _, from, to) => {
    // After a name comes an operator, after an operator a value.
    const isMore = suggestion.kind !== 'function' && !suggestion.insert.endsWith('(')
    const insert = `${suggestion.insert}${isMore && !/^\s/.test(view.state.sliceDoc(to, to + 1)) ? ' ' : ''}`
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    })
    if (suggestion.kind !== 'value' && suggestion.kind !== 'function') startCompletion(view)
  },
})

interface Problems {
  readonly marks: DecorationSet
  readonly sentences: readonly string[]
}

const NO_PROBLEMS: Problems = { marks: Decoration.none, sentences: [] }

const sentenceOf = ({ position, length, message }: QueryError, text: string): string => {
  const word = text.slice(position, position + length)
  return word === '' ? message : `${message}: ${word}`
}

const problemsOf = (errors: readonly QueryError[], fault: string, text: string): Problems => ({
  marks: Decoration.set(
    errors.flatMap(({ position, length }) => {
      // Where something is missing, the last character before the place is marked.
      const to = Math.min(text.length, position + Math.max(1, length))
      const from = Math.min(position, Math.max(0, to - 1))
      return from < to ? [wrong.range(from, to)] : []
    }),
    true,
  ),
  sentences: [...errors.map(error => sentenceOf(error, text)), ...(fault === '' ? [] : [fault])],
})

const wrong = Decoration.mark({ class: 'tql-wrong' })
const setErrors = StateEffect.define<Problems>()

const problemField = StateField.define<Problems>({
  create: () => NO_PROBLEMS,
  update: (problems, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setErrors)) return effect.value
    return transaction.docChanged ? NO_PROBLEMS : problems
  },
  provide: field => [
    EditorView.decorations.from(field, ({ marks }) => marks),
    showPanel.from(field, ({ sentences }) =>
      sentences.length === 0
        ? null
        : () => {
            const dom = document.createElement('div')
            dom.id = PANEL_ID
            dom.className = 'tql-problems'
            dom.setAttribute('role', 'alert')
            dom.append(
              ...sentences.map(sentence => {
                const line = document.createElement('p')
                line.textContent = sentence
                return line
              }),
            )
            return { dom }
          },
    ),
  ],
})

/** Colours alone: nothing depends on what these patterns find. */
const matcher = new MatchDecorator({
  regexp:
    /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\b(AND|OR|NOT|IN|BETWEEN|IS|WITH|WITHOUT|LINKED|COVERED|COVERING|FROM|TO|BY|TYPE|PARENT|CHILD|CHILDREN|TRACKER|ARTIFACT)\b|\b(MYSELF|NOW|OPEN)(?=\s*\()|(@[\w.]+)/gi,
  decoration: ([, text, , name, meta]) =>
    Decoration.mark({
      class:
        text !== undefined
          ? 'tql-string'
          : name !== undefined
            ? 'tql-function'
            : meta !== undefined
              ? 'tql-meta'
              : 'tql-keyword',
    }),
})
const highlighter = highlightMatches(matcher)

// The shadow root inherits the variables of tokens.css.
const theme = EditorView.theme({
  '&': {
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--font-small)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.2rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.5rem' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.tql-string': { color: 'var(--success-text)' },
  '.tql-keyword': { color: 'var(--accent-text)', fontWeight: '600' },
  '.tql-function, .tql-meta': { color: 'var(--warning-text)' },
  '.tql-wrong': { textDecoration: 'underline wavy var(--danger-text)', textUnderlineOffset: '3px' },
  '.cm-panels': { border: '0', backgroundColor: 'transparent', color: 'var(--danger-text)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.tql-problems': { padding: '0.25rem 0.5rem', fontFamily: 'var(--font)' },
  '.tql-problems p': { margin: '0' },
  '.cm-tooltip.tql-completions': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    boxShadow: 'var(--shadow-large)',
    overflow: 'hidden',
  },
  '.cm-tooltip.tql-completions > ul': { maxHeight: '16rem', padding: '0.25rem', fontFamily: 'var(--font)' },
  '.cm-tooltip.tql-completions > ul > li': {
    display: 'flex',
    gap: '1rem',
    justifyContent: 'space-between',
    padding: '0.25rem 0.5rem',
    borderRadius: 'var(--radius)',
    color: 'var(--text)',
  },
  '.cm-tooltip.tql-completions > ul > li[aria-selected]': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--text-faint)', fontStyle: 'normal', fontFamily: 'var(--font-mono)' },
})
