// Load it by `lazyPart` only: it is larger than any page.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, StateEffect, StateField, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  WidgetType,
  type DecorationSet,
} from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { highlightMatches } from './highlight-matches.ts'

export interface LineFault {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

export interface CodeEditorProps {
  readonly label: string
  /** The initial text. A new object replaces the typed text by its text; typing never does, however slow the page is. */
  readonly given: { readonly text: string }
  readonly onChange: (text: string) => void
  /** Shown below their lines, until the lines are changed. */
  readonly faults: readonly LineFault[]
  /** The cursor moves to this fault whenever the object changes. */
  readonly goTo?: LineFault
  /** Patterns of text to highlight, as `heading` or `comment`. */
  readonly highlight?: readonly { readonly pattern: RegExp; readonly as: 'heading' | 'comment' }[]
}

/** Lines of text for programs. Tab leaves the editor, like every other field. */
export const CodeEditor = ({ label, given, onChange, faults, goTo, highlight = [] }: CodeEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent(onChange)
  const open = useEffectEvent((parent: HTMLElement): EditorView => {
    // In a shadow root the editor adopts its style sheets; in the document it would add a <style>, which the content security policy
    // refuses.
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
    return new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: given.text,
        extensions: [
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            tabindex: '0',
            spellcheck: 'false',
            autocapitalize: 'off',
          }),
          EditorView.updateListener.of(update => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          ...highlight.map(({ pattern, as }) => highlighter(pattern, `code-${as}`)),
          faultField,
          theme,
        ],
      }),
    })
  })
  useEffect(() => {
    if (!host.current) return undefined
    const made = open(host.current)
    view.current = made
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === given.text) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: given.text } })
  }, [given])
  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults) })
  }, [faults])
  useEffect(() => {
    const { current } = view
    if (!current || !goTo || goTo.line > current.state.doc.lines) return
    // The form reports the faults and takes the focus. When the reader returns to the editor, the cursor is at the fault.
    const place = current.state.doc.line(goTo.line)
    current.dispatch({ selection: { anchor: place.to } })
    current.scrollDOM.scrollTop = current.lineBlockAt(place.from).top - SCROLL_MARGIN_PX
  }, [goTo])
  return <div ref={host} className="code-editor" />
}

/** Height of the lines shown above the first fault. */
const SCROLL_MARGIN_PX = 60

const setFaults = StateEffect.define<readonly LineFault[]>()

class FaultWidget extends WidgetType {
  readonly message: string
  constructor(message: string) {
    super()
    this.message = message
  }
  override eq(other: FaultWidget): boolean {
    return other.message === this.message
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('div')
    element.className = 'code-fault-message'
    element.textContent = this.message
    return element
  }
}

const faultField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    for (const effect of transaction.effects) {
      if (!effect.is(setFaults)) continue
      const { doc } = transaction.state
      const marks = effect.value
        .filter(({ line }) => line >= 1 && line <= doc.lines)
        .flatMap(({ line, message }): Range<Decoration>[] => {
          const { from, to } = doc.line(line)
          return [
            Decoration.line({ class: 'code-fault' }).range(from),
            Decoration.widget({ widget: new FaultWidget(message), block: true, side: 1 }).range(to),
          ]
        })
      return Decoration.set(marks, true)
    }
    return shown.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})

const highlighter = (pattern: RegExp, className: string) =>
  highlightMatches(new MatchDecorator({ regexp: pattern, decoration: Decoration.mark({ class: className }) }))

// The shadow root inherits the variables of tokens.css.
const theme = EditorView.theme({
  '&': {
    minHeight: '16rem',
    maxHeight: '32rem',
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--font-normal)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.9em', lineHeight: '1.6', minHeight: '16rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    borderRight: '1px solid var(--border)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--text-muted)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.code-heading': { color: 'var(--accent-text)', fontWeight: '650' },
  '.code-comment': { color: 'var(--text-muted)' },
  '&.cm-focused .cm-line.code-fault, .cm-line.code-fault': { backgroundColor: 'var(--danger-soft)' },
  '.code-fault-message': {
    padding: '0 0.4rem 0.25rem',
    backgroundColor: 'var(--danger-soft)',
    color: 'var(--danger-text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--font-small)',
  },
})
