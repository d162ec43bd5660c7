// The question to sign in again in the middle of the work: asked once, however many requests wait for the answer.
import { useSyncExternalStore } from 'react'

interface Question {
  readonly answered: Promise<boolean>
  readonly answer: (isSignedIn: boolean) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

const change = (next: Question | undefined): void => {
  question = next
  for (const listener of listeners) listener()
}

/** Resolves when the reader has signed in again (true), or leaves (false). */
export const askToSignIn = (): Promise<boolean> => {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    change({ answered: promise, answer: resolve })
  }
  return question?.answered ?? Promise.resolve(false)
}

export const answerSignIn = (isSignedIn: boolean): void => {
  const { answer } = question ?? {}
  change(undefined)
  answer?.(isSignedIn)
}

export const useIsSignInAsked = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question !== undefined,
  )
