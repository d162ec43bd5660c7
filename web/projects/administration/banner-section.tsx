import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Form } from '../../design/controls/form.tsx'
import { TextArea } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { Section } from '../../design/layout/page.tsx'
import { bannerQuery } from '../banner-query.ts'

/** A message to everybody who opens the project. */
export const BannerSection = ({ projectId }: { readonly projectId: number }) => {
  const { t } = useLingui()
  const { data } = useQuery(bannerQuery(projectId))
  if (data === undefined) return null
  return (
    <Section
      title={t`Banner`}
      description={<Trans>A message above the overview of the project, for everybody who sees it.</Trans>}
    >
      <BannerForm key={data} projectId={projectId} banner={data} />
    </Section>
  )
}

const BannerForm = ({ projectId, banner }: { readonly projectId: number; readonly banner: string | null }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [text, setText] = useState(banner ?? '')
  const path = { params: { path: { id: projectId } } }
  const save = useMutation({
    mutationFn: (message: string | null) =>
      message === null
        ? done(api.DELETE('/projects/{id}/banner', path))
        : done(api.PUT('/projects/{id}/banner', { ...path, body: { message } })),
    onSuccess: (_answer, message) => {
      queries.setQueryData(bannerQuery(projectId).queryKey, message)
      toast(message === null ? t`The banner is gone` : t`The banner was saved`)
    },
  })
  return (
    <Form
      onSubmit={() => save.mutate(text.trim())}
      isPending={save.isPending}
      error={save.error}
      submitLabel={t`Show the banner`}
      secondary={
        banner !== null && (
          <Button onPress={() => save.mutate(null)}>
            <Trans>Remove</Trans>
          </Button>
        )
      }
    >
      <TextArea name="message" label={t`Message`} value={text} onChange={setText} isRequired />
    </Form>
  )
}
