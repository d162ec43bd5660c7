import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Initials } from '../../design/values/person.tsx'
import { useAccount } from '../../session/account.ts'
import './merge-dialog.css'

export interface SideHeadProps {
  readonly side: 'theirs' | 'mine'
  /** Of the label, so that it names the text below. */
  readonly id?: string
  /** The author of the newer version. */
  readonly author: { readonly name: string; readonly id: number | null }
  readonly tools?: ReactNode
}

/** Above one of two texts: whose it is. */
export const SideHead = ({ side, id, author, tools }: SideHeadProps) => {
  const { t } = useLingui()
  const user = useAccount()?.user
  const isTheirs = side === 'theirs'
  return (
    <div className="merge-side-head">
      <Initials
        name={isTheirs ? author.name : (user?.real_name ?? '')}
        id={isTheirs ? author.id : (user?.id ?? null)}
      />
      <b id={id}>{isTheirs ? t`Theirs` : t`Mine`}</b>
      <span className="meta cut">{isTheirs ? author.name : <Trans>not saved</Trans>}</span>
      <span className="merge-side-tools">{tools}</span>
    </div>
  )
}
