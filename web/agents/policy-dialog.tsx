import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'
import {
  policiesQuery,
  setPolicy,
  TOOLS,
  type Policy,
  type PolicyMode,
  type PolicyValues,
  type Tool,
} from './policies.ts'
import { usePolicyWords } from './use-policy-words.ts'
import './policy-dialog.css'

interface PolicyDialogProps {
  readonly policy: Policy
  readonly name: string
  readonly onClose: () => void
}

/** Chooses what a program may change for the account over MCP. */
export const PolicyDialog = ({ policy, name, onClose }: PolicyDialogProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [values, setValues] = useState<PolicyValues>(policy)
  const [trackers, setTrackers] = useState(policy.tracker_ids?.join(', ') ?? '')
  const [writes, setWrites] = useState(policy.writes_per_hour?.toString() ?? '')
  const change = (changed: Partial<PolicyValues>) => setValues({ ...values, ...changed })
  const save = useMutation({
    mutationFn: () => {
      const { mode, project_ids, tools } = values
      return setPolicy(policy, {
        mode,
        project_ids,
        tools,
        tracker_ids: numbersIn(trackers),
        writes_per_hour: writes.trim() === '' ? null : Number(writes),
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries(policiesQuery)
      toast(t`Saved`)
      onClose()
    },
  })
  return (
    <Dialog
      title={policy.app ? t`Rules for ${name}` : t`Rules for programs with your keys`}
      isOpen
      onClose={onClose}
      isKept={save.isPending}
    >
      <Form
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save`}
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <p className="muted small">
          <Trans>For what it changes as an agent, over MCP. It never may more than you.</Trans>
        </p>
        <ModeChoice value={values.mode} onChange={mode => change({ mode })} />
        <div className="policy-tools">
          <ToolChoice value={values.tools} onChange={tools => change({ tools })} />
        </div>
        <ProjectChoice value={values.project_ids} onChange={project_ids => change({ project_ids })} />
        <TextField
          name="tracker_ids"
          label={t`Only these trackers`}
          description={t`Their numbers, with commas. Empty: all.`}
          value={trackers}
          onChange={setTrackers}
          pattern="[0-9, ]*"
          isOptional
        />
        <TextField
          name="writes_per_hour"
          label={t`Most writes in an hour`}
          description={t`Requests for your approval count, too. Empty: any number.`}
          value={writes}
          onChange={setWrites}
          inputMode="numeric"
          pattern="[0-9]*"
          isOptional
        />
      </Form>
    </Dialog>
  )
}

const numbersIn = (text: string): number[] | null => {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  return numbers.length === 0 ? null : numbers
}

interface ChoiceProps<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

const ModeChoice = ({ value, onChange }: ChoiceProps<PolicyMode>) => {
  const { t } = useLingui()
  return (
    <RadioGroup label={t`Its writes are done`} value={value} onChange={mode => onChange(mode as PolicyMode)}>
      <Radio
        value="dry_run_first"
        label={t`After a rehearsal`}
        description={t`It first sees what a write would do, then repeats it.`}
      />
      <Radio
        value="approval"
        label={t`After you allow each one`}
        description={t`It waits in your inbox, and shows what would change.`}
      />
      <Radio value="free" label={t`At once`} description={t`For programs that you trust.`} />
    </RadioGroup>
  )
}

const ToolChoice = ({ value, onChange }: ChoiceProps<Tool[] | null>) => {
  const { t } = useLingui()
  const { tools } = usePolicyWords()
  const chosen = value ?? [...TOOLS]
  return (
    <CheckboxGroup
      name="tools"
      label={t`It may`}
      value={chosen}
      onChange={picked => onChange(picked.length === TOOLS.length ? null : (picked as Tool[]))}
    >
      {TOOLS.map(tool => (
        <Checkbox key={tool} value={tool} label={tools[tool]} />
      ))}
    </CheckboxGroup>
  )
}

const ProjectChoice = ({ value, onChange }: ChoiceProps<number[] | null>) => {
  const { t } = useLingui()
  const { data } = useQuery(myProjectsQuery)
  const [isSome, setSome] = useState(value !== null)
  if (!data || data.items.length === 0) return null
  return (
    <>
      <RadioGroup
        label={t`Projects`}
        value={isSome ? 'some' : 'all'}
        onChange={reach => {
          setSome(reach === 'some')
          if (reach === 'all') onChange(null)
        }}
      >
        <Radio value="all" label={t`All that you can reach`} />
        <Radio value="some" label={t`Only some`} />
      </RadioGroup>
      {isSome && (
        <CheckboxGroup
          name="project_ids"
          label={t`Which ones`}
          value={(value ?? []).map(String)}
          onChange={picked => onChange(picked.map(Number))}
          isRequired
        >
          {data.items.map(project => (
            <Checkbox key={project.id} value={String(project.id)} label={project.label} />
          ))}
        </CheckboxGroup>
      )}
    </>
  )
}
