import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { IconBold, IconCode, IconItalic, IconMention, IconQuote } from '../../design/format-icons.tsx'
import { IconAttach, IconLink, IconTracker } from '../../design/page-icons.tsx'
import { WrittenText } from '../shared/written-text.tsx'
import { continueList, insertLink, markLines, surround, type TextSelection } from './markdown-edits.ts'
import { previewQuery } from './preview.ts'
import './markdown-editor.css'

const CompletionMenu = lazyPart(() => import('./completion-menu.tsx'), 'CompletionMenu')

export interface MarkdownEditorProps {
  readonly label: string
  readonly text: string
  readonly projectId: number
  /** Its ready answers are offered after `/`. */
  readonly trackerId?: number
  readonly format: 'commonmark' | 'html' | 'text'
  readonly isFocused?: boolean
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly placeholder?: string
  readonly rows?: number
  /** Without tool bar and preview: one of many texts of an editor. */
  readonly isBare?: boolean
  readonly onText: (text: string) => void
  /** Ctrl+Enter. */
  readonly onSubmit?: () => void
  /** Escape. */
  readonly onCancel?: () => void
  /** Below the text, inside of the box. */
  readonly foot?: ReactNode
  /** Pictures that were pasted or dropped; undefined: they are left to the page. */
  readonly onFiles?: (files: readonly File[]) => void
}

/** A text with a tool bar and a preview that the server renders. */
export const MarkdownEditor = (props: MarkdownEditorProps) => {
  const { label, text, projectId, format, isFocused = false, rows = 5, onText, onSubmit, onCancel, onFiles } = props
  const { t } = useLingui()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setPreview] = useState(false)
  const isMarkdown = format === 'commonmark'
  const hasBar = isMarkdown && props.isBare !== true

  useEffect(() => {
    const element = area.current
    if (!isFocused || !element) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [isFocused])

  const apply = (edit: (selected: TextSelection) => TextSelection): void => {
    const element = area.current
    if (!element) return
    const next = edit({ text: element.value, from: element.selectionStart, to: element.selectionEnd })
    // At once: the next letter that somebody types goes where the cursor is.
    flushSync(() => onText(next.text))
    element.focus()
    element.setSelectionRange(next.from, next.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && isControl && onSubmit) {
      event.preventDefault()
      event.stopPropagation()
      onSubmit()
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    } else if (isMarkdown && isControl && event.key === 'b') {
      event.preventDefault()
      apply(selected => surround(selected, '**'))
    } else if (isMarkdown && isControl && event.key === 'i') {
      event.preventDefault()
      apply(selected => surround(selected, '*'))
    } else if (isMarkdown && isControl && event.key === 'k') {
      event.preventDefault()
      event.stopPropagation()
      apply(insertLink)
    } else if (isMarkdown && event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      const element = area.current
      const next =
        element && continueList({ text: element.value, from: element.selectionStart, to: element.selectionEnd })
      if (!next) return
      event.preventDefault()
      apply(() => next)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || !onFiles) return
    event.preventDefault()
    onFiles(files)
  }
  const onDrop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0 || !onFiles) return
    event.preventDefault()
    // The page around takes dropped files, too: they would be sent twice.
    event.stopPropagation()
    onFiles(files)
  }
  return (
    <div className="markdown-editor">
      <div className="markdown-editor-bar">
        {hasBar && (
          <div className="markdown-editor-tabs" role="group" aria-label={t`View of the text`}>
            <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
              <Trans>Write</Trans>
            </button>
            <button type="button" aria-pressed={isPreview} onClick={() => setPreview(true)}>
              <Trans>Preview</Trans>
            </button>
          </div>
        )}
        {hasBar && !isPreview && <Tools apply={apply} onFiles={onFiles} />}
      </div>
      {isPreview && isMarkdown ? (
        <Preview projectId={projectId} text={text} />
      ) : (
        <>
          <textarea
            ref={area}
            className="markdown-editor-text"
            aria-label={label}
            aria-invalid={props.isInvalid === true || undefined}
            aria-describedby={props.describedBy}
            placeholder={props.placeholder}
            rows={Math.max(rows, Math.min(24, text.split('\n').length + 1))}
            dir="auto"
            value={text}
            onChange={event => onText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onDragOver={event => {
              if (onFiles && event.dataTransfer.types.includes('Files')) event.preventDefault()
            }}
            onDrop={onDrop}
          />
          <Suspense fallback={null}>
            <CompletionMenu area={area} text={text} projectId={projectId} trackerId={props.trackerId} onText={onText} />
          </Suspense>
        </>
      )}
      {props.foot}
    </div>
  )
}

interface ToolsProps {
  readonly apply: (edit: (selected: TextSelection) => TextSelection) => void
  readonly onFiles: ((files: readonly File[]) => void) | undefined
}

const Tools = ({ apply, onFiles }: ToolsProps) => {
  const { t } = useLingui()
  const files = useRef<HTMLInputElement>(null)
  return (
    <div className="markdown-editor-tools" role="group" aria-label={t`Format`}>
      <Tool label={t`Bold`} keys="Ctrl+B" onUse={() => apply(selected => surround(selected, '**'))}>
        <IconBold />
      </Tool>
      <Tool label={t`Italic`} keys="Ctrl+I" onUse={() => apply(selected => surround(selected, '*'))}>
        <IconItalic />
      </Tool>
      <Tool label={t`Code`} onUse={() => apply(selected => surround(selected, '`'))}>
        <IconCode />
      </Tool>
      <Tool label={t`Link`} keys="Ctrl+K" onUse={() => apply(insertLink)}>
        <IconLink />
      </Tool>
      <Tool label={t`List`} onUse={() => apply(selected => markLines(selected, '- '))}>
        <IconTracker />
      </Tool>
      <Tool label={t`Quotation`} onUse={() => apply(selected => markLines(selected, '> '))}>
        <IconQuote />
      </Tool>
      <Tool label={t`Mention somebody`} keys="@" onUse={() => apply(insertMention)}>
        <IconMention />
      </Tool>
      {onFiles && (
        <>
          <Tool label={t`Attach files`} onUse={() => files.current?.click()}>
            <IconAttach />
          </Tool>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={event => {
              onFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}

/** A mention begins after a blank. */
const insertMention = ({ text, from, to }: TextSelection): TextSelection => {
  const sign = /(^|[\s(])$/.test(text.slice(0, from)) ? '@' : ' @'
  return { text: text.slice(0, from) + sign + text.slice(to), from: from + sign.length, to: from + sign.length }
}

interface ToolProps {
  readonly label: string
  readonly keys?: string
  readonly onUse: () => void
  readonly children: ReactNode
}

const Tool = ({ label, keys, onUse, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={keys === undefined ? label : `${label} (${keys})`}
    // The text keeps its selection.
    onMouseDown={event => event.preventDefault()}
    onClick={onUse}
  >
    {children}
  </button>
)

/** As the server would store it. */
const Preview = ({ projectId, text }: { readonly projectId: number; readonly text: string }) => {
  const { data, error } = useQuery(previewQuery(projectId, text))
  if (text.trim() === '')
    return (
      <p className="markdown-editor-preview muted">
        <Trans>Nothing to preview</Trans>
      </p>
    )
  if (error)
    return (
      <p className="markdown-editor-preview muted">
        <Trans>The server could not render the text.</Trans>
      </p>
    )
  return (
    <div className="markdown-editor-preview" aria-busy={data === undefined}>
      {data !== undefined && <WrittenText html={data.html} />}
    </div>
  )
}
