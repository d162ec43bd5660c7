import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, responseOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { IconPlus, IconTrash } from '../design/icons.tsx'
import { AdministrationFrame } from '../projects/administration/administration-frame.tsx'
import { useGroupLabel } from '../projects/administration/group-label.ts'
import { groupsQuery } from '../projects/administration/group-queries.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { trackersQuery } from '../trackers/tracker-queries.ts'
import { draftWallOf, wallBodyOf, type DraftWall } from './cardwall-draft.ts'
import { CardwallSettings } from './cardwall-settings.tsx'
import './planning-settings.css'
import { settingsQuery, type ReadPlanningSettings } from './settings-query.ts'

/** Which trackers plan which others, and who plans. */
export const PlanningSettingsPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const settings = useQuery(settingsQuery(project.id))
  const trackers = useQuery(trackersQuery(project.id)).data?.items
  const groups = useQuery(groupsQuery(project.id)).data
  return (
    <AdministrationFrame
      title={t`Planning`}
      description={
        <Trans>
          A planning says which tracker holds the milestones, such as releases or sprints, and whose artifacts they
          plan.
        </Trans>
      }
      width="narrow"
    >
      {settings.error && !settings.data ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : settings.data && trackers && groups ? (
        <SettingsForm key={settings.data.etag} read={settings.data} trackers={trackers} groups={groups} />
      ) : (
        <Skeleton lines={8} />
      )}
    </AdministrationFrame>
  )
}

interface Draft {
  readonly key: number
  readonly id: number | undefined
  readonly label: string
  readonly titles: { readonly plan_title: string; readonly backlog_title: string } | undefined
  readonly milestoneTracker: string
  readonly backlogTrackers: readonly string[]
  readonly groups: readonly string[]
  readonly wall: DraftWall | undefined
}

interface SettingsFormProps {
  readonly read: ReadPlanningSettings
  readonly trackers: readonly { readonly id: number; readonly label: string }[]
  readonly groups: readonly { readonly id: string; readonly label: string }[]
}

const SettingsForm = ({ read, trackers, groups }: SettingsFormProps) => {
  const { t } = useLingui()
  const groupLabel = useGroupLabel()
  const queries = useQueryClient()
  const { project } = useCurrentProject()
  const { settings, etag } = read
  const [isExplicit, setExplicit] = useState(settings.has_explicit_backlog)
  const [burnup, setBurnup] = useState(settings.burnup_mode)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => settings.plannings.map(draftOf))
  const change = (key: number, changes: Partial<Draft>) =>
    setDrafts(drafts.map(draft => (draft.key === key ? { ...draft, ...changes } : draft)))
  const save = useMutation({
    mutationFn: async () => {
      const plannings = drafts.map(
        ({ id, label, titles, milestoneTracker, backlogTrackers, groups: planners, wall }) => ({
          ...(id !== undefined && { id }),
          label,
          plan_title: trackers.find(tracker => String(tracker.id) === milestoneTracker)?.label ?? '',
          backlog_title: t`Backlog`,
          ...titles,
          milestone_tracker: { id: Number(milestoneTracker) },
          backlog_trackers: backlogTrackers.map(tracker => ({ id: Number(tracker) })),
          planner_groups: planners.length === 0 ? null : [...planners],
          cardwall: wallBodyOf(wall),
        }),
      )
      const body = { has_explicit_backlog: isExplicit, burnup_mode: burnup, plannings }
      const params = { path: { id: project.id } }
      const headers = { 'If-Match': etag }
      return responseOf(api.PUT('/projects/{id}/planning_settings', { params, headers, body }))
    },
    onSuccess: async () => {
      toast(t`The plannings are saved`)
      await queries.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  const add = () =>
    setDrafts([
      ...drafts,
      {
        key: Math.max(0, ...drafts.map(({ key }) => key)) + 1,
        id: undefined,
        label: '',
        titles: undefined,
        milestoneTracker: String(trackers[0]?.id ?? ''),
        backlogTrackers: [],
        groups: [],
        wall: undefined,
      },
    ])
  return (
    <Form submitLabel={t`Save`} onSubmit={() => save.mutate()} isPending={save.isPending} error={save.error}>
      {drafts.map(draft => {
        const name = draft.label === '' ? t`New planning` : draft.label
        return (
          <fieldset key={draft.key} className="planning-draft">
            <legend>{name}</legend>
            <TextField
              label={t`Name`}
              value={draft.label}
              onChange={label => change(draft.key, { label })}
              isRequired
              maxLength={255}
            />
            <Select
              label={t`Milestones are artifacts of`}
              value={draft.milestoneTracker}
              options={trackers.map(({ id, label }) => ({ value: String(id), label }))}
              onChange={milestoneTracker =>
                change(draft.key, {
                  milestoneTracker,
                  backlogTrackers: draft.backlogTrackers.filter(id => id !== milestoneTracker),
                })
              }
            />
            <CheckboxGroup
              label={t`They plan artifacts of`}
              isRequired
              value={[...draft.backlogTrackers]}
              onChange={backlogTrackers => change(draft.key, { backlogTrackers })}
            >
              {trackers
                .filter(({ id }) => String(id) !== draft.milestoneTracker)
                .map(({ id, label }) => (
                  <Checkbox key={id} value={String(id)} label={label} />
                ))}
            </CheckboxGroup>
            <CheckboxGroup
              label={t`Who plans`}
              description={t`Without a choice all members of the project plan.`}
              value={[...draft.groups]}
              onChange={chosen => change(draft.key, { groups: chosen })}
            >
              {groups.map(group => (
                <Checkbox key={group.id} value={group.id} label={groupLabel(group)} />
              ))}
            </CheckboxGroup>
            <CardwallSettings
              wall={draft.wall}
              onChange={wall => change(draft.key, { wall })}
              trackers={trackers.filter(({ id }) => String(id) !== draft.milestoneTracker)}
            />
            <Button
              variant="quiet"
              size="small"
              onPress={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            >
              <IconTrash /> <Trans>Remove {name}</Trans>
            </Button>
          </fieldset>
        )
      })}
      <Button onPress={add}>
        <IconPlus /> <Trans>Add a planning</Trans>
      </Button>
      {drafts.length > 0 && (
        <RadioGroup
          label={t`The backlog of the project`}
          value={isExplicit ? 'explicit' : 'computed'}
          onChange={value => setExplicit(value === 'explicit')}
        >
          <Radio value="computed" label={t`holds everything open that no milestone plans`} />
          <Radio value="explicit" label={t`holds what people put there`} />
        </RadioGroup>
      )}
      {drafts.length > 0 && (
        <RadioGroup
          label={t`Burnups draw`}
          value={burnup}
          onChange={value => setBurnup(value === 'count' ? 'count' : 'effort')}
        >
          <Radio value="effort" label={t`the initial effort`} />
          <Radio value="count" label={t`the number of artifacts and their children`} />
        </RadioGroup>
      )}
    </Form>
  )
}

const draftOf = (planning: ReadPlanningSettings['settings']['plannings'][number], key: number): Draft => ({
  key,
  id: planning.id,
  label: planning.label,
  titles: { plan_title: planning.plan_title, backlog_title: planning.backlog_title },
  milestoneTracker: String(planning.milestone_tracker.id),
  backlogTrackers: planning.backlog_trackers.map(({ id }) => String(id)),
  groups: planning.planner_groups ?? [],
  wall: draftWallOf(planning.cardwall),
})
