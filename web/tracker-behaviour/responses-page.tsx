import { Trans, useLingui } from '@lingui/react/macro'
import { Button, IconButton } from '../design/controls/button.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconPlus, IconTrash } from '../design/icons.tsx'
import { MarkdownEditor } from '../fields/markdown/markdown-editor.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import type { TrackerDefinition } from '../tracker-settings/model/definition.ts'
import { moved } from '../tracker-settings/model/moved.ts'
import { OrderButtons } from '../tracker-settings/order-buttons.tsx'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame } from '../tracker-settings/settings-frame.tsx'

type Response = TrackerDefinition['canned_responses'][number]

/** Texts ready for comments. */
export const ResponsesPage = () => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const { project } = useCurrentProject()
  const responses = mine.canned_responses
  const set = (canned_responses: Response[]) => change(all => ({ ...all, canned_responses }))
  const setOne = (index: number, members: Partial<Response>) =>
    set(responses.map((each, at) => (at === index ? { ...each, ...members } : each)))
  return (
    <SettingsFrame
      title={t`Responses`}
      description={<Trans>Texts ready for comments; “/” in a comment offers them.</Trans>}
      width="narrow"
      actions={
        <Button onPress={() => set([...responses, { title: '', body: '' }])}>
          <IconPlus /> <Trans>Response</Trans>
        </Button>
      }
    >
      {responses.length === 0 && (
        <EmptyState title={t`No responses yet`}>
          <Trans>Write here what your team answers again and again.</Trans>
        </EmptyState>
      )}
      <ol className="settings-responses">
        {responses.map(({ title, body }, index) => {
          const number = index + 1
          return (
            // A response has no identity of its own but its place: titles change while somebody types.
            <li key={index}>
              <div className="settings-response-head">
                <TextField
                  label={t`Title of response ${number}`}
                  value={title}
                  onChange={next => setOne(index, { title: next })}
                  {...(title.trim() === '' && { error: t`A response has a title.` })}
                />
                <OrderButtons
                  name={t`response ${number}`}
                  index={index}
                  count={responses.length}
                  onMove={by => set(moved(responses, index, by))}
                />
                <IconButton
                  label={t`Delete: response ${number}`}
                  size="small"
                  onPress={() => set(responses.filter((_each, at) => at !== index))}
                >
                  <IconTrash />
                </IconButton>
              </div>
              <MarkdownEditor
                label={t`Text of response ${number}`}
                text={body}
                projectId={project.id}
                format="commonmark"
                rows={4}
                onText={next => setOne(index, { body: next })}
              />
            </li>
          )
        })}
      </ol>
    </SettingsFrame>
  )
}
