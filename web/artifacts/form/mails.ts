import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, done } from '../../api/api.ts'
import { toastError } from '../../design/feedback/toast.tsx'
import { useAccount } from '../../session/account.ts'
import { subscriptionQuery, type MailLevel } from '../artifact-queries.ts'

export const MAIL_LEVELS = ['all', 'involved', 'none'] as const satisfies readonly MailLevel[]

/** The mails that the reader gets about an artifact: all of them for a watcher. */
export const useMails = (id: number) => {
  const queries = useQueryClient()
  const account = useAccount()
  const query = subscriptionQuery(id)
  const { data } = useQuery({ ...query, enabled: Boolean(account) })
  const { mutate } = useMutation({
    mutationFn: (level: MailLevel) =>
      done(api.PUT('/artifacts/{id}/subscription', { params: { path: { id } }, body: { level } })),
    onMutate: level => queries.setQueryData(query.queryKey, before => before && { ...before, level }),
    onError: toastError,
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  return { data, change: mutate }
}

export const useMailWords = (): Readonly<Record<MailLevel, string>> => {
  const { t } = useLingui()
  return { all: t`every change`, involved: t`when I am involved`, none: t`none` }
}
