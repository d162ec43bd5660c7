import { Trans } from '@lingui/react/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { toastError } from '../design/feedback/toast.tsx'

/** For administrators of the site: whether there is a sample project. */
export const sampleProjectQuery = queryOptions({
  queryKey: ['sample project'],
  queryFn: ({ signal }) => bodyOf(api.GET('/site/sample_project', { signal })),
  retry: false,
})

/** Makes a lifelike project to look around in, and opens it. */
export const CreateSampleProject = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => bodyOf(api.POST('/site/sample_project')),
    onSuccess: async ({ shortname }) => {
      await queries.invalidateQueries()
      await navigate({ to: '/projects/$project', params: { project: shortname } })
    },
    onError: toastError,
  })
  return (
    <Button variant="primary" isPending={create.isPending} onPress={() => create.mutate()}>
      <Trans>Start with a sample project</Trans>
    </Button>
  )
}
