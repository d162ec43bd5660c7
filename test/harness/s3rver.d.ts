declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** The part that the harness uses; the package has no types. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly vhostBuckets: boolean
      readonly allowMismatchedSignatures: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown
  }
}
