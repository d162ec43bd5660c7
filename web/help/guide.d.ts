declare module 'virtual:guide' {
  interface GuideSection {
    /** Id of its heading; empty: the part before the first heading below the title. */
    readonly id: string
    readonly heading: string
    readonly text: string
  }
  interface GuidePage {
    /** Last part of the address. */
    readonly name: string
    readonly title: string
    /** Without the title. */
    readonly html: string
    readonly sections: readonly GuideSection[]
  }
  /** The pages of docs/guide, in the order of its contents. */
  export const guidePages: readonly GuidePage[]
}
