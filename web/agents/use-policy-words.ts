import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Policy, PolicyMode, Tool } from './policies.ts'

export interface PolicyWords {
  readonly modes: Readonly<Record<PolicyMode, string>>
  readonly tools: Readonly<Record<Tool, string>>
  /** The limits of a policy, each in a few words. */
  readonly limitsOf: (policy: Policy) => readonly string[]
}

export const usePolicyWords = (): PolicyWords => {
  const { t } = useLingui()
  const tools = {
    create_artifact: t`create artifacts`,
    update_artifact: t`change artifacts`,
    comment: t`comment`,
    link: t`link artifacts`,
    undo: t`undo changes`,
  }
  return {
    modes: { free: t`at once`, dry_run_first: t`after a rehearsal`, approval: t`after you allow it` },
    tools,
    limitsOf: ({ project_ids: projects, tracker_ids: trackers, tools: only, writes_per_hour: writes }) => [
      ...(only === null ? [] : [only.length === 0 ? t`reads only` : only.map(tool => tools[tool]).join(', ')]),
      ...(projects === null ? [] : [t`${plural(projects.length, { one: 'in # project', other: 'in # projects' })}`]),
      ...(trackers === null ? [] : [t`${plural(trackers.length, { one: 'in # tracker', other: 'in # trackers' })}`]),
      ...(writes === null ? [] : [t`${plural(writes, { one: '# write an hour', other: '# writes an hour' })}`]),
    ],
  }
}
