import { Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'
import { useAccount } from '../session/account.ts'
import { useIsSignInAsked } from '../session/sign-in-again.ts'

const SignInAgainDialog = lazyPart(() => import('../auth/sign-in-again-dialog.tsx'), 'SignInAgainDialog')

/** Asks to sign in again, over whatever page is shown. */
export const SessionGate = () => {
  const account = useAccount()
  const isAsked = useIsSignInAsked()
  return isAsked && account ? (
    <Suspense fallback={null}>
      <SignInAgainDialog account={account} />
    </Suspense>
  ) : null
}
