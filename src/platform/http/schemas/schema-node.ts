/** The keywords of JSON Schema that TypeBox writes, and our own flags. */
export interface SchemaNode {
  readonly type?: string
  readonly anyOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly not?: unknown
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: boolean | SchemaNode
  readonly required?: readonly string[]
  readonly items?: SchemaNode | readonly SchemaNode[]
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly verbatim?: boolean
  readonly allowEmpty?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, SchemaNode>>
}
