import type { DataStore } from '@tus/utils'
import type { ContentStore } from './content-store.ts'

/** Wraps a store so that every call first runs `require`, which throws to refuse: a read of the wrong folder would look like a loss. */
export const guardContents = (store: ContentStore, require: () => void): ContentStore => {
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    require()
    return work()
  }
  return {
    kind: store.kind,
    check: () => guarded(() => store.check()),
    write: (key, content) => guarded(() => store.write(key, content)),
    read: (key, range) => guarded(() => store.read(key, range)),
    size: key => guarded(() => store.size(key)),
    remove: keys => guarded(() => store.remove(keys)),
    list: async function* () {
      require()
      yield* store.list()
    },
    setAside: key => guarded(() => store.setAside(key)),
    uploads: guardUploads(store.uploads, require),
    finish: key => guarded(() => store.finish(key)),
    sweep: before => guarded(() => store.sweep(before)),
  }
}

/** Every operation of a store of uploads is a method. */
const guardUploads = (uploads: DataStore, require: () => void): DataStore =>
  new Proxy(uploads, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        require()
        return Reflect.apply(member, target, args)
      }
    },
  })
