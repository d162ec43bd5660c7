import type { Rule } from 'eslint'

export function sentencesOf(text: string): string[]
export function findFault(sentence: string): 'pronoun' | 'phrase' | 'long' | undefined
export const plainSentences: Rule.RuleModule
export const plainDescriptions: Rule.RuleModule
