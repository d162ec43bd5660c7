// Sends files in pieces, two at a time, and goes on after every interruption where the server says. It knows no field and no artifact: its
// owner says how files are declared, sent, stored and attached.
import { isSameFile, type Upload, type UploadState, type UploadTarget } from './upload.ts'
import { SpeedMeter } from './speed.ts'

const AT_A_TIME = 2
/** Pauses after a lost connection, in seconds; the last one repeats. */
const RETRY_SECONDS = [1, 3, 10, 30]
/** Larger files are not kept in the browser: the person chooses them again after a reload. */
export const MAX_KEPT_BYTES = 2 * 1024 ** 3

export interface Declaration {
  readonly fileId: number
  /** Undefined: the file is empty and complete. */
  readonly href: string | undefined
}

export interface UploadObserver {
  readonly onProgress: (sent: number) => void
  readonly onComplete: () => void
  /** `isGone`: the server knows the upload no more, it begins anew. `isRefused`: no retry helps. */
  readonly onFailure: (failure: {
    readonly error: unknown
    readonly isGone: boolean
    readonly isRefused: boolean
  }) => void
}

export interface UploadServices {
  readonly declare: (upload: Upload) => Promise<Declaration>
  /** Begins or goes on with an upload; the result stops it. */
  readonly send: (
    upload: Upload & { readonly file: Blob; readonly href: string },
    sending: UploadObserver,
  ) => () => void
  readonly cancel: (upload: Upload) => Promise<void>
  readonly attach: (target: UploadTarget, fileIds: readonly number[]) => Promise<void>
  /** Takes an upload for this tab; false: another tab has it, or had it and is done. */
  readonly claim: (id: string) => Promise<boolean>
  readonly release: (id: string) => void
  /** Bytes that the server has of an upload of a former page; undefined: it does not say. */
  readonly sizeOnServer: (href: string) => Promise<number | undefined>
  readonly store: (upload: Upload) => Promise<void>
  readonly forget: (id: string) => Promise<void>
  readonly newId: () => string
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
  /** A refusal of the server that no retry changes, in contrast to a lost connection. */
  readonly isFinal: (error: unknown) => boolean
}

export class UploadQueue {
  readonly #services: UploadServices
  readonly #listeners = new Set<() => void>()
  readonly #stops = new Map<string, () => void>()
  readonly #timers = new Map<string, () => void>()
  readonly #tries = new Map<string, number>()
  readonly #meters = new Map<string, SpeedMeter>()
  #uploads: readonly Upload[] = []

  constructor(services: UploadServices) {
    this.#services = services
  }

  readonly uploads = (): readonly Upload[] => this.#uploads
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(files: readonly File[], target: UploadTarget): void {
    const group = this.#services.newId()
    const added = files.map((file): Upload => ({
      id: this.#services.newId(),
      group,
      target,
      name: file.name,
      size: file.size,
      type: file.type === '' ? 'application/octet-stream' : file.type,
      lastModified: file.lastModified,
      file,
      state: 'waiting',
      sent: 0,
      speed: undefined,
      fileId: undefined,
      href: undefined,
      error: undefined,
      isRestored: false,
    }))
    this.#set([...this.#uploads, ...added])
    for (const upload of added) void this.#services.store(upload).then(() => this.#services.claim(upload.id))
    this.#pump()
  }

  /** Takes over uploads of a former page. They wait until somebody resumes them. */
  restore(stored: readonly Upload[]): void {
    const known = new Set(this.#uploads.map(({ id }) => id))
    const restored = stored
      .filter(({ id, state }) => !known.has(id) && state !== 'attached')
      .map((upload): Upload => ({
        ...upload,
        state: stateAfterReload(upload),
        speed: undefined,
        error: undefined,
        isRestored: true,
      }))
    this.#set([...this.#uploads, ...restored])
    for (const { id, href, state } of restored) if (href !== undefined && state !== 'complete') void this.#ask(id, href)
  }

  /** Stops all files and keeps what is stored of them: the account leaves this tab. */
  stopAll(): void {
    for (const { id } of this.#uploads) {
      this.#stop(id)
      this.#services.release(id)
    }
    this.#set([])
  }

  pause(id: string): void {
    this.#stop(id)
    this.#change(id, { state: 'paused', speed: undefined })
    this.#pump()
  }

  /** Goes on; a row that was refused or lost its connection tries again. */
  resume(id: string): void {
    const upload = this.#find(id)
    if (!upload) return
    this.#tries.delete(id)
    if (upload.isRestored) void this.#takeOver(upload)
    else this.#goOn(upload)
  }

  /** The browser is online again. */
  wake(): void {
    for (const { id, state } of this.#uploads) if (state === 'interrupted') this.resume(id)
  }

  /** The person chose the file of a former page again; false: it is another file. */
  provide(id: string, file: File): boolean {
    const upload = this.#find(id)
    if (!upload || !isSameFile(upload, file)) return false
    const provided = this.#change(id, { file })
    if (provided) void this.#takeOver(provided)
    return true
  }

  async remove(id: string): Promise<void> {
    const upload = this.#find(id)
    if (!upload) return
    this.#stop(id)
    this.#drop(id)
    if (upload.isRestored && !(await this.#services.claim(id))) return
    await this.#services.forget(id)
    // The server forgets it after some hours anyway.
    if (upload.fileId !== undefined && upload.state !== 'attached')
      await this.#services.cancel(upload).catch(() => undefined)
    this.#pump()
    void this.#attachGroup(upload.group)
  }

  /** The artifact of the draft exists, and holds these files. */
  async settle(draft: string): Promise<void> {
    const settled = this.#uploads.filter(({ target }) => target.draft === draft)
    this.#set(this.#uploads.filter(upload => !settled.includes(upload)))
    await Promise.all(settled.map(({ id }) => this.#services.forget(id)))
  }

  async #ask(id: string, href: string): Promise<void> {
    const sent = await this.#services.sizeOnServer(href)
    const state = this.#find(id)?.state
    if (sent !== undefined && (state === 'paused' || state === 'file-missing')) this.#change(id, { sent })
  }

  /** Two tabs may offer the same upload: the first one that goes on has it. */
  async #takeOver({ id }: Upload): Promise<void> {
    if (!(await this.#services.claim(id))) return this.#drop(id)
    const upload = this.#change(id, { isRestored: false })
    if (upload) this.#goOn(upload)
  }

  #goOn({ id, group, state, file }: Upload): void {
    if (state === 'complete') return void this.#attachGroup(group)
    this.#change(id, { state: file ? 'waiting' : 'file-missing', error: undefined })
    this.#pump()
  }

  #drop(id: string): void {
    this.#set(this.#uploads.filter(each => each.id !== id))
  }

  #pump(): void {
    const running = this.#uploads.filter(({ state }) => state === 'sending').length
    const next = this.#uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_A_TIME - running))
    for (const { id } of next) {
      this.#change(id, { state: 'sending' })
      void this.#start(id)
    }
  }

  async #start(id: string): Promise<void> {
    const upload = this.#find(id)
    if (!upload?.file) return
    try {
      const declared =
        upload.fileId === undefined
          ? await this.#services.declare(upload)
          : { fileId: upload.fileId, href: upload.href }
      // Paused or removed meanwhile: the declaration is kept for later.
      if (!this.#change(id, { ...declared })) return void this.#services.cancel({ ...upload, ...declared })
      const current = this.#find(id)
      if (current) void this.#services.store(current)
      if (current?.state !== 'sending') return
      if (declared.href === undefined) return this.#complete(id)
      this.#meters.set(id, new SpeedMeter())
      this.#stops.set(
        id,
        this.#services.send(
          { ...current, file: upload.file, href: declared.href },
          {
            onProgress: sent => this.#progress(id, sent),
            onComplete: () => this.#complete(id),
            onFailure: failure => this.#fail(id, failure),
          },
        ),
      )
    } catch (error) {
      this.#fail(id, { error, isGone: false, isRefused: this.#services.isFinal(error) })
    }
  }

  #progress(id: string, sent: number): void {
    const speed = this.#meters.get(id)?.add(this.#services.now(), sent)
    this.#tries.delete(id)
    this.#change(id, { sent, ...(speed !== undefined && { speed }) })
  }

  #complete(id: string): void {
    this.#stops.delete(id)
    const upload = this.#change(id, { state: 'complete', speed: undefined })
    if (!upload) return
    this.#change(id, { sent: upload.size })
    void this.#services.store({ ...upload, sent: upload.size })
    this.#pump()
    void this.#attachGroup(upload.group)
  }

  #fail(id: string, { error, isGone, isRefused }: { error: unknown; isGone: boolean; isRefused: boolean }): void {
    this.#stops.delete(id)
    const upload = this.#find(id)
    if (upload?.state !== 'sending') return
    const tries = this.#tries.get(id) ?? 0
    this.#tries.set(id, tries + 1)
    // An upload that expired begins anew by itself, but not for ever.
    if (isGone && tries < RETRY_SECONDS.length) {
      this.#change(id, { state: 'waiting', fileId: undefined, href: undefined, sent: 0 })
      this.#pump()
      return
    }
    if (isGone || isRefused) {
      this.#change(id, { state: 'refused', speed: undefined, error })
    } else {
      this.#change(id, { state: 'interrupted', speed: undefined })
      const seconds = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)] ?? 30
      this.#timers.set(
        id,
        this.#services.after(seconds * 1000, () => {
          if (this.#find(id)?.state !== 'interrupted') return
          this.#change(id, { state: 'waiting' })
          this.#pump()
        }),
      )
    }
    this.#pump()
    void this.#attachGroup(upload.group)
  }

  /** Attaches the files of one drop with one write, as soon as none of them is on its way any more. */
  async #attachGroup(group: string): Promise<void> {
    const uploads = this.#uploads.filter(upload => upload.group === group)
    const isOnItsWay = uploads.some(({ state }) =>
      ['waiting', 'sending', 'paused', 'interrupted', 'file-missing', 'attaching'].includes(state),
    )
    const complete = uploads.filter(({ state }) => state === 'complete')
    const [first] = complete
    if (isOnItsWay || !first || first.target.artifactId === undefined) return
    for (const { id } of complete) this.#change(id, { state: 'attaching', error: undefined })
    const fileIds = complete.map(({ fileId }) => fileId).filter(id => id !== undefined)
    try {
      await this.#services.attach(first.target, fileIds)
      for (const { id } of complete) {
        this.#change(id, { state: 'attached' })
        await this.#services.forget(id)
      }
      this.#set(this.#uploads.filter(({ id }) => !complete.some(upload => upload.id === id)))
    } catch (error) {
      // The files stay on the server: the person attaches them again.
      for (const { id } of complete) this.#change(id, { state: 'complete', error })
    }
  }

  #stop(id: string): void {
    this.#stops.get(id)?.()
    this.#stops.delete(id)
    this.#timers.get(id)?.()
    this.#timers.delete(id)
  }

  #find(id: string): Upload | undefined {
    return this.#uploads.find(upload => upload.id === id)
  }

  #change(id: string, change: Partial<Upload>): Upload | undefined {
    if (!this.#find(id)) return undefined
    this.#set(this.#uploads.map(upload => (upload.id === id ? { ...upload, ...change } : upload)))
    return this.#find(id)
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}

const stateAfterReload = ({ state, file }: Upload): UploadState => {
  if (state === 'complete' || state === 'attaching') return 'complete'
  return file ? 'paused' : 'file-missing'
}
