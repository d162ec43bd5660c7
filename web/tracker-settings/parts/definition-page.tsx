import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyField } from '../../design/controls/copy-field.tsx'
import type { LineFault } from '../../design/controls/code-editor.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { Section } from '../../design/layout/page.tsx'
import { saveFile } from '../../design/save-file.ts'
import { cleaned, type TrackerDefinition } from '../model/definition.ts'
import { isEqual } from '../model/differences.ts'
import { parseDefinition, type ParsedDefinition } from '../model/parse-definition.ts'
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
  const sentence = useFaultSentence()
  const [given, setGiven] = useState({ text: textOf(now) })
  const [typed, setTyped] = useState<Typed>({ text: given.text, definition: now, faults: [] })
  const { definition, faults } = typed
  // An undone or discarded edit of another part shows here, unless somebody is in the middle of a text.
  if (definition && !isEqual({ ...now, ...definition }, now)) {
    const text = textOf(now)
    setGiven({ text })
    setTyped({ text, definition: now, faults: [] })
  }
  const write = (text: string) => {
    const { definition: written, fault, line } = parseDefinition(text)
    setTyped({ text, definition: written, faults: fault ? [{ line, message: sentence(fault) }] : [] })
    if (written) change(all => ({ ...all, ...written }))
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
        <Button onPress={() => saveFile(name, new Blob([typed.text], { type: 'application/json' }))}>
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

interface Typed {
  readonly text: string
  /** Undefined: the text is no definition, for the reasons in `faults`. */
  readonly definition: TrackerDefinition | undefined
  readonly faults: readonly LineFault[]
}

const useFaultSentence = (): ((fault: NonNullable<ParsedDefinition['fault']>) => string) => {
  const { t } = useLingui()
  return ({ kind, name }) => {
    if (kind === 'missing') return t`“${name}” is missing.`
    if (kind === 'unknown') return t`“${name}” is no part of a definition.`
    if (kind === 'shape') return t`“${name}” has another form than in a definition.`
    return t`This is no JSON: ${name}`
  }
}

const textOf = (definition: TrackerDefinition): string => `${JSON.stringify(definition, undefined, 2)}\n`
