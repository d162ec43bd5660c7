import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyField } from '../../design/controls/copy-field.tsx'
import type { LineFault } from '../../design/controls/code-editor.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { Section } from '../../design/layout/page.tsx'
import { cleaned, SECTIONS, type TrackerDefinition } from '../model/definition.ts'
import { isEqual } from '../model/differences.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { SettingsFrame, useSettingsTracker } from '../settings-frame.tsx'
import { Versions } from './versions.tsx'

const CodeEditor = lazyPart(() => import('../../design/controls/code-editor.tsx'), 'CodeEditor')

/** The whole definition as text, and its earlier versions. */
export const DefinitionPage = () => {
  const { t } = useLingui()
  const tracker = useSettingsTracker()
  const { mine, change } = useWorkingCopy()
  const file = useRef<HTMLInputElement>(null)
  const now = cleaned(mine)
  const [given, setGiven] = useState({ text: textOf(now) })
  const [typed, setTyped] = useState(given.text)
  const [faults, setFaults] = useState<readonly LineFault[]>([])
  // An undone or discarded edit of another part shows here, unless somebody is in the middle of a text.
  const parsed = parse(typed)
  if (faults.length === 0 && parsed.definition && !isEqual(parsed.definition, now)) {
    const text = textOf(now)
    setGiven({ text })
    setTyped(text)
  }
  const write = (text: string) => {
    setTyped(text)
    const { definition, fault } = parse(text)
    setFaults(fault ? [fault] : [])
    if (definition) change(() => definition)
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const text = await chosen.text()
    setGiven({ text })
    write(text)
  }
  const name = `${tracker.item_name}.json`
  return (
    <SettingsFrame
      title={t`Definition`}
      description={<Trans>Everything about the tracker as one text, by names.</Trans>}
    >
      <div className="settings-actions">
        <Button onPress={() => download(name, typed)}>
          <Trans>Download</Trans>
        </Button>
        <Button onPress={() => file.current?.click()}>
          <Trans>Choose a file…</Trans>
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t`File with a definition`}
          onChange={event => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <Suspense fallback={<Skeleton lines={12} />}>
        <div className="settings-editor">
          <CodeEditor
            label={t`Definition`}
            given={given}
            onChange={write}
            faults={faults}
            {...(faults[0] && { goTo: faults[0] })}
          />
        </div>
      </Suspense>
      <Section
        title={t`On the command line`}
        description={<Trans>A definition in a repository is applied again, here or on another server.</Trans>}
      >
        <CopyField label={t`Command`} value={`crocus tracker apply ${tracker.project.id} ${name}`} />
      </Section>
      <Versions trackerId={tracker.id} />
    </SettingsFrame>
  )
}

const textOf = (definition: TrackerDefinition): string => `${JSON.stringify(definition, undefined, 2)}\n`

interface Parsed {
  readonly definition?: TrackerDefinition
  readonly fault?: LineFault
}

/** A definition whose sections have the right kinds; the server checks the rest at the preview. */
const parse = (text: string): Parsed => {
  try {
    const value: unknown = JSON.parse(text)
    const missing = typeof value === 'object' && value !== null ? SECTIONS.filter(name => !(name in value)) : SECTIONS
    const [first] = missing
    if (first !== undefined) return { fault: { line: 1, message: `“${first}” is missing.` } }
    return { definition: value as TrackerDefinition }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: { line: lineOf(message, text), message } }
  }
}

/** The line that a message of `JSON.parse` names, by a line or by a position. */
const lineOf = (message: string, text: string): number => {
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return position === undefined ? text.split('\n').length : text.slice(0, Number(position)).split('\n').length
}

const download = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
