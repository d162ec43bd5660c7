import type { TextFormat } from './field-type.ts'

export const isTextFormat = (value: unknown): value is TextFormat =>
  value === 'text' || value === 'html' || value === 'commonmark'
