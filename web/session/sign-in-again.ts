// The question to sign in again in the middle of the work: asked once, however many requests wait for the answer.
import { createPageValue, usePageValue } from '../design/page-value.ts'

interface Question {
  readonly answered: Promise<boolean>
  readonly answer: (isSignedIn: boolean) => void
}

const question = createPageValue<Question | undefined>(undefined)

/** Resolves when the reader has signed in again (true), or leaves (false). */
export const askToSignIn = (): Promise<boolean> => {
  if (!question.get()) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    question.set({ answered: promise, answer: resolve })
  }
  return question.get()?.answered ?? Promise.resolve(false)
}

export const answerSignIn = (isSignedIn: boolean): void => {
  const { answer } = question.get() ?? {}
  question.set(undefined)
  answer?.(isSignedIn)
}

export const useIsSignInAsked = (): boolean => usePageValue(question) !== undefined
