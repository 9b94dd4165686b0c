// Threads that share the bands of a frame and sleep between frames.
#define _GNU_SOURCE
#include "CRaster.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct cr_pool {
  pthread_mutex_t lock;
  pthread_cond_t begun, done;
  void (*work)(void *context, int index);
  void *context;
  // Parts of the work: their number, the next one to start, and the number in progress.
  int count, next, busy;
  int is_ending, threads;
  pthread_t ids[];
};

// Processes parts until none is left; the lock is held on entry and on return.
static void take_part(cr_pool *pool) {
  while (pool->next < pool->count) {
    int index = pool->next++;
    pool->busy++;
    pthread_mutex_unlock(&pool->lock);
    pool->work(pool->context, index);
    pthread_mutex_lock(&pool->lock);
    pool->busy--;
  }
}

static void *help(void *argument) {
  cr_pool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  while (!pool->is_ending) {
    take_part(pool);
    if (pool->busy == 0) pthread_cond_signal(&pool->done);
    if (!pool->is_ending) pthread_cond_wait(&pool->begun, &pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
  return 0;
}

cr_pool *cr_pool_create(int threads) {
  cr_pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->ids);
  if (!pool) return 0;
  pthread_mutex_init(&pool->lock, 0);
  pthread_cond_init(&pool->begun, 0);
  pthread_cond_init(&pool->done, 0);
  // Signals are handled by the program's own threads.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  while (pool->threads < threads && !pthread_create(&pool->ids[pool->threads], 0, help, pool)) {
    pool->threads++;
  }
  pthread_sigmask(SIG_SETMASK, &old, 0);
  return pool;
}

void cr_pool_run(cr_pool *pool, int count, void (*work)(void *context, int index), void *context) {
  pthread_mutex_lock(&pool->lock);
  pool->work = work;
  pool->context = context;
  pool->count = count;
  pool->next = 0;
  pthread_cond_broadcast(&pool->begun);
  take_part(pool);
  while (pool->busy > 0) pthread_cond_wait(&pool->done, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

void cr_pool_destroy(cr_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->is_ending = 1;
  pthread_cond_broadcast(&pool->begun);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->threads; i++) pthread_join(pool->ids[i], 0);
  pthread_cond_destroy(&pool->begun);
  pthread_cond_destroy(&pool->done);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

int cr_core_count(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}
