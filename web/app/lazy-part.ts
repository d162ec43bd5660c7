import { lazy, type ReactNode } from 'react'

type Part<Exported> = Exported extends (props: infer Props) => ReactNode ? (props: Props) => ReactNode : never

/** A part of a page: the component `name` of a file that is loaded when the part is first shown. It needs a `Suspense` around it. */
export const lazyPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] as Part<Module[Name]> }))
