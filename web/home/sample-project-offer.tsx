import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { toastError } from '../design/feedback/toast.tsx'

/** For administrators of a new server: a lifelike project to look around in. */
export const SampleProjectOffer = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ['sample project'],
    queryFn: ({ signal }) => bodyOf(api.GET('/site/sample_project', { signal })),
    retry: false,
  })
  const create = useMutation({
    mutationFn: () => bodyOf(api.POST('/site/sample_project')),
    onSuccess: async ({ shortname }) => {
      await queries.invalidateQueries()
      await navigate({ to: '/projects/$project', params: { project: shortname } })
    },
    onError: toastError,
  })
  if (data?.can_be_created !== true) return null
  return (
    <section className="sample-offer" aria-label={t`Sample project`}>
      <div>
        <h2>
          <Trans>Look around first</Trans>
        </h2>
        <p className="muted">
          <Trans>
            A project of a small team with three trackers, 150 artifacts and a repository shows what each part does. It
            takes some seconds, sends no mails, and goes with one command.
          </Trans>
        </p>
      </div>
      <Button variant="primary" isPending={create.isPending} onPress={() => create.mutate()}>
        <Trans>Start with a sample project</Trans>
      </Button>
    </section>
  )
}
