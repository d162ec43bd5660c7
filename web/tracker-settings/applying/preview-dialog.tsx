import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import type { Tracker } from '../../trackers/tracker-queries.ts'
import { elementsOf, type TrackerDefinition } from '../model/definition.ts'
import { applyDefinition, definitionQuery, type ChangeReport, type ReadDefinition } from '../model/settings-queries.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { ChangeList } from './change-list.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings')

export interface PreviewDialogProps {
  readonly tracker: Tracker
  readonly onClose: () => void
  /** Somebody applied another definition since the edits began. */
  readonly onChangedMeanwhile: () => void
}

/** The server tries the edits and tells all that they do; then they are applied. */
export const PreviewDialog = ({ tracker, onClose, onChangedMeanwhile }: PreviewDialogProps) => {
  const { t } = useLingui()
  const { mine, base } = useWorkingCopy()
  const [typed, setTyped] = useState('')
  const preview = useQuery({
    queryKey: ['tracker', tracker.id, 'definition preview', base.etag, mine],
    queryFn: async () => (await applyDefinition(tracker.id, base, mine, { isDryRun: true })).report,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const apply = useApply(tracker.id, onClose)
  const refresh = useRefresh(tracker.id)
  const error = apply.error ?? preview.error
  const report = preview.data
  const losing = report?.artifacts_losing ?? 0
  const isConfirmed = losing === 0 || typed.trim() === String(losing)
  const compare = () => void refresh().then(onChangedMeanwhile)
  return (
    <Dialog title={t`The changes`} isOpen onClose={onClose} size="wide">
      <p className="muted">
        <Trans>The server tried them. Nothing is applied yet.</Trans>
      </p>
      {error ? (
        isApiError(error, 412) ? (
          <Notice kind="warning">
            <Trans>Somebody changed these settings since your edits began.</Trans>
          </Notice>
        ) : (
          <FaultList error={error} />
        )
      ) : report ? (
        <Report report={report} />
      ) : (
        <Skeleton lines={5} />
      )}
      {!error && losing > 0 && (
        <TextField
          label={t`Type ${losing} to let the values go`}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        {isApiError(error, 412) ? (
          <Button variant="primary" onPress={compare}>
            <Trans>Compare</Trans>
          </Button>
        ) : (
          <Button
            variant={losing > 0 ? 'danger' : 'primary'}
            isDisabled={!report?.is_changed || !isConfirmed || error !== null}
            isPending={apply.isPending}
            onPress={() => apply.mutate(losing > 0)}
          >
            {losing > 0 ? (
              <Plural value={losing} one="Apply, # loses a value" other="Apply, # lose a value" />
            ) : (
              t`Apply`
            )}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Report = ({ report }: { readonly report: ChangeReport }) => (
  <>
    {report.artifacts_losing > 0 && (
      <Notice kind="danger">
        <strong>
          <Plural value={report.artifacts_losing} one="# artifact loses a value" other="# artifacts lose values" />
        </strong>
        <ul className="settings-losses">
          {report.data_loss.map(({ kind, name, artifacts }) => (
            <li key={`${kind} ${name}`}>
              <strong dir="auto">{name}</strong>:{' '}
              <Plural value={artifacts} one="# artifact loses it" other="# artifacts lose it" />{' '}
              {kind === 'value' && <FindLosing name={name} />}
            </li>
          ))}
        </ul>
        <Trans>Their history keeps the values. This cannot be undone in one step.</Trans>
      </Notice>
    )}
    {report.merges.length > 0 && (
      <Notice>
        <ul className="settings-losses">
          {report.merges.map(({ name, into, artifacts }) => (
            <li key={name}>
              <strong dir="auto">{name}</strong> → <strong dir="auto">{into}</strong>:{' '}
              <Plural value={artifacts} one="# artifact gets the other value" other="# artifacts get the other value" />
            </li>
          ))}
        </ul>
      </Notice>
    )}
    {report.warnings.map(warning => (
      <Notice key={warning} kind="warning">
        {warning}
      </Notice>
    ))}
    {report.is_changed ? (
      <ChangeList changes={report.changes} />
    ) : (
      <p>
        <Trans>The tracker is already so: nothing would change.</Trans>
      </p>
    )}
  </>
)

/** Leads to the artifacts that have the value; `name` is that of the field and, after a colon, that of the value. */
const FindLosing = ({ name }: { readonly name: string }) => {
  const { project, tracker } = route.useParams()
  const [field = '', ...value] = name.split(': ')
  const tql = `${field} = ${JSON.stringify(value.join(': '))}`
  return (
    <Link to="/projects/$project/trackers/$tracker" params={{ project, tracker }} search={{ tql }}>
      <Trans>Find them</Trans>
    </Link>
  )
}

/** Reads the definition that is in force now. */
const useRefresh = (trackerId: number) => {
  const queries = useQueryClient()
  return () => queries.refetchQueries({ queryKey: definitionQuery(trackerId).queryKey, exact: true })
}

const useApply = (trackerId: number, onClose: () => void) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mine, base, rebase } = useWorkingCopy()
  const navigate = useNavigate()
  /** The pages go on at the address with the present short name. */
  const follow = async (from: ReadDefinition, to: ReadDefinition) => {
    const { item_name: tracker } = to.definition.general
    if (from.definition.general.item_name !== tracker)
      await navigate({ to: '.', params: params => ({ ...params, tracker }), search: true, replace: true })
  }
  const refresh = async () => {
    // Tables and forms of the tracker follow; the definition itself is known.
    await queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        (queryKey[0] === 'tracker' && queryKey[1] === trackerId && queryKey[2] !== 'definition') ||
        queryKey[0] === 'projects',
    })
  }
  return useMutation({
    mutationFn: (allowDataLoss: boolean) => applyDefinition(trackerId, base, mine, { allowDataLoss }),
    onSuccess: async ({ report, definition, etag }) => {
      const applied = { definition, etag }
      rebase(applied, definition)
      onClose()
      const undo = async () => {
        try {
          const back = await applyDefinition(trackerId, applied, base.definition)
          rebase({ definition: back.definition, etag: back.etag }, back.definition)
          await follow(applied, back)
          await refresh()
        } catch (error) {
          toastError(error)
        }
      }
      // Names that changed would be taken for other fields on the way back.
      const canUndo = report.artifacts_losing === 0 && report.merges.length === 0 && !hasRenames(mine)
      toast(t`The settings are applied`, canUndo ? { action: { label: t`Undo`, run: () => void undo() } } : {})
      await follow(base, applied)
      await refresh()
    },
  })
}

const hasRenames = ({ form, reports }: TrackerDefinition): boolean =>
  reports.some(({ previous_name: name }) => name !== undefined) ||
  elementsOf(form).some(
    ({ previous_name: name, bind }) =>
      name !== undefined || bind?.values?.some(({ previous_label: label }) => label !== undefined),
  )
